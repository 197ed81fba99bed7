import { expect, test } from 'vitest';
import { FakeHost } from '../testing.ts';
import { Drafts, renameStoredDrafts } from './drafts.ts';

async function opened(host = new FakeHost()) {
  const drafts = new Drafts(host);
  await drafts.restore();
  return { host, drafts };
}

// covers C4-31, C9-05
test('text is saved after 600 ms, tagged on leaving, and removed when empty', async () => {
  const { host, drafts } = await opened();
  drafts.write('7', '<p>hel</p>');
  await host.pass(599);
  expect(drafts.get('7')).toBeUndefined();
  expect(drafts.content('7')).toBe('<p>hel</p>');
  await host.pass(1);
  expect(drafts.get('7')).toMatchObject({ id: '7', content: '<p>hel</p>', tag: false });
  drafts.close('7');
  expect(drafts.get('7')?.tag).toBe(true);
  drafts.write('7', '<p></p>');
  await host.pass(600);
  expect(drafts.get('7')).toBeUndefined();
});

test('recent typing is saved when the page closes', async () => {
  const { host, drafts } = await opened();
  drafts.write('7', '<p>not yet sai</p>');
  drafts.flush();
  expect((await opened(host)).drafts.content('7')).toBe('<p>not yet sai</p>');
});

test('recent typing survives even a page closed before it could be stored', async () => {
  const { host, drafts } = await opened();
  drafts.close('7', '<p>stored</p>');
  drafts.close('8', '<p>stored too</p>');
  host.storage.set = () => new Promise(() => {});
  drafts.write('7', '<p>stored and not yet sai</p>');
  drafts.flush();
  const { drafts: again } = await opened(host);
  expect(again.content('7')).toBe('<p>stored and not yet sai</p>');
  expect(again.content('8')).toBe('<p>stored too</p>');
  expect(host.words).toBeNull();
  await again.clear();
  again.write('9', '<p>of another person</p>');
  again.flush();
  await again.clear();
  expect((await opened(host)).drafts.content('9')).toBe('');
});

test('pending saves are dropped once everything is cleared', async () => {
  const { host, drafts } = await opened();
  drafts.write('7', '<p>of another person</p>');
  await drafts.clear();
  await host.pass(600);
  expect(drafts.content('7')).toBe('');
  expect((await opened(host)).drafts.content('7')).toBe('');
  // The next person has typed nothing.
  expect(drafts.isTyping('7', 5000)).toBe(false);
});

// covers B3-20, C3-14, C4-32
test('drafts and quotes are stored per conversation or task through a reload', async () => {
  const { host, drafts } = await opened();
  drafts.close('7', '<p>here</p>');
  drafts.close('t_7', '<p>there</p>');
  drafts.quote('7', { type: 'reply', content: 12 });
  drafts.quote('t_7', { type: 'update', content: 13 });
  const { drafts: again } = await opened(host);
  expect(again.content('7')).toBe('<p>here</p>');
  expect(again.content('t_7')).toBe('<p>there</p>');
  expect(again.quoteOf('7')).toEqual({ id: '7', type: 'reply', content: 12, time: host.now() });
  expect(again.quoteOf('t_7')).toMatchObject({ type: 'update', content: 13 });
  again.quote('7', null);
  expect((await opened(host)).drafts.quoteOf('7')).toBeUndefined();
});

test('drafts of a record without an id go with it once it has one, also after a reload', async () => {
  const { host, drafts } = await opened();
  drafts.close('t_-3_desc', '<p>Half a plan</p>');
  drafts.close('t_-31_desc', '<p>Another</p>');
  const { drafts: again } = await opened(host);
  again.write('form:first_message_-3', '"Hel"');
  again.rename(-3, 7);
  const texts = (each: Drafts) => Object.fromEntries(each.ids().map((id) => [id, each.content(id)]));
  const moved = { t_7_desc: '<p>Half a plan</p>', 't_-31_desc': '<p>Another</p>', 'form:first_message_7': '"Hel"' };
  expect(texts(again)).toEqual(moved);
  expect(texts((await opened(host)).drafts)).toEqual(moved);
});

test('drafts of a record that was sent while no page was open go with it', async () => {
  const { host, drafts } = await opened();
  drafts.close('t_-3_desc', '<p>oak</p>');
  drafts.close('t_-31', '<p>another</p>');
  drafts.quote('t_-3', { type: 'reply', content: 4 });
  await host.pass(0);
  await renameStoredDrafts(host.storage, new Map([[-3, 7]]));
  const again = (await opened(host)).drafts;
  expect(again.ids().toSorted()).toEqual(['t_-31', 't_7', 't_7_desc']);
  expect(again.get('t_7_desc')).toMatchObject({ id: 't_7_desc', content: '<p>oak</p>' });
  expect(again.quoteOf('t_7')).toMatchObject({ id: 't_7', content: 4 });
});
