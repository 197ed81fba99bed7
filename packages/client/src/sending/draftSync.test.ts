import type { SavedDraft } from '@atrium/contract/chat/drafts.ts';
import { expect, test } from 'vitest';
import { Api } from '../api.ts';
import { FakeHost } from '../testing.ts';
import { DraftSync } from './draftSync.ts';
import { Drafts } from './drafts.ts';

/** A fake server, on the clock of the test. */
class FakeServer {
  readonly rows = new Map<string, SavedDraft>();
  readonly calls: string[] = [];
  isDown = false;

  put(key: string, content: string, time: number, quote = 0) {
    this.rows.set(key, { key, content, time, quote_type: quote ? 'reply' : '', quote_id: quote });
  }
  answer(now: number, url: string, body: string): string {
    if (this.isDown) throw new Error('down');
    const input = JSON.parse(body) as { key: string; keys?: string[]; content: string; age: number; quote_id?: number };
    this.calls.push(`${url.slice(url.lastIndexOf('/') + 1)} ${input.content ?? input.keys?.join() ?? ''}`.trim());
    if (url.endsWith('lists')) {
      const wanted = [...this.rows.values()].filter((row) =>
        input.keys ? input.keys.includes(row.key) : row.content !== '' || row.quote_type !== '',
      );
      return said({ list: wanted });
    }
    const time = now - input.age;
    const had = this.rows.get(input.key);
    if (had && had.time >= time) return said({ key: input.key, time: had.time, is_newest: false });
    this.put(input.key, input.content, time, input.quote_id);
    return said({ key: input.key, time, is_newest: true });
  }
}
const said = (data: unknown) => JSON.stringify({ ret: 1, msg: '', data });

async function device(server = new FakeServer(), host = new FakeHost(), isOpen = false) {
  host.answer = (url, init) => server.answer(host.now(), url, init.body);
  const drafts = new Drafts(host);
  const api = new Api(host, { base: '', language: 'en', version: '1', platform: 'test' });
  const sync = new DraftSync(host, api, drafts, () => isOpen);
  await sync.restore(await drafts.restore());
  sync.live();
  await host.pass(0);
  server.calls.length = 0;
  return { server, host, drafts, sync };
}

test('a sentence is synced once after a pause; sending or leaving syncs at once', async () => {
  const { server, host, drafts } = await device();
  for (const words of ['<p>I</p>', '<p>I will</p>', '<p>I will be</p>']) {
    drafts.write('7', words);
    await host.pass(700);
  }
  expect(server.calls).toEqual([]);
  await host.pass(1500);
  expect(server.calls).toEqual(['save <p>I will be</p>']);
  drafts.quote('7', { type: 'reply', content: 12 });
  drafts.close('7');
  await host.pass(1500);
  expect(server.rows.get('7')).toMatchObject({ content: '<p>I will be</p>', quote_type: 'reply', quote_id: 12 });
  server.calls.length = 0;
  drafts.remove('7');
  drafts.quote('7', null);
  await host.pass(0);
  expect(server.calls).toEqual(['save']);
  expect(server.rows.get('7')).toMatchObject({ content: '', quote_type: '' });
  // Opened and left without text: nothing is sent.
  drafts.close('7', '');
  drafts.close('q_3', '<p>of the board, which stays here</p>');
  await host.pass(5000);
  expect(server.calls).toEqual(['save']);
});

test('another device’s text appears when nobody is typing, and waits otherwise', async () => {
  const { server, host, drafts, sync } = await device();
  const replaced: string[] = [];
  drafts.onReplaced((id) => replaced.push(id));
  server.put('7', '<p>from the phone</p>', host.now() + 1, 12);
  sync.onServerTime('7', host.now() + 1);
  await host.pass(0);
  expect([drafts.get('7'), drafts.quoteOf('7')?.content]).toMatchObject([
    { content: '<p>from the phone</p>', tag: true },
    12,
  ]);
  // Announced again, as after a lost connection: nothing is requested, nothing changes.
  sync.onServerTime('7', host.now() + 1);
  await host.pass(0);
  expect([server.calls, replaced]).toEqual([['lists 7'], ['7']]);

  drafts.write('7', '<p>at the desk</p>');
  await host.pass(100);
  server.put('7', '<p>the phone again</p>', host.now());
  sync.onServerTime('7', host.now());
  await host.pass(300);
  expect(drafts.content('7')).toBe('<p>at the desk</p>');
  // The phone’s draft was written after the last key here: it is shown once typing pauses.
  await host.pass(4700);
  expect(server.rows.get('7')?.content).toBe('<p>the phone again</p>');
  await host.pass(5000);
  expect(drafts.content('7')).toBe('<p>the phone again</p>');
  // Text written from there on is the latest.
  drafts.write('7', '<p>the phone again, and I</p>');
  await host.pass(10_000);
  expect(server.rows.get('7')?.content).toBe('<p>the phone again, and I</p>');
  expect(drafts.content('7')).toBe('<p>the phone again, and I</p>');
});

test('offline text waits here and loses only to later text', async () => {
  const { server, host, drafts, sync } = await device();
  server.isDown = true;
  sync.away();
  drafts.close('7', '<p>on the train</p>');
  drafts.close('8', '<p>on the train too</p>');
  await host.pass(3_600_000);
  server.isDown = false;
  server.put('7', '<p>at home, later</p>', host.now() - 60_000);
  server.put('8', '<p>at home, before</p>', host.now() - 7_200_000);
  const again = await device(server, host);
  await host.pass(5000);
  expect(again.drafts.content('7')).toBe('<p>at home, later</p>');
  expect(server.rows.get('8')?.content).toBe('<p>on the train too</p>');
  expect(again.drafts.content('8')).toBe('<p>on the train too</p>');
  // Cleared elsewhere while this one was offline.
  again.sync.away();
  server.put('8', '', host.now());
  again.sync.live();
  await host.pass(0);
  expect(again.drafts.content('8')).toBe('');
  expect(server.rows.get('8')?.content).toBe('');
});

test('a lost call is repeated, a refused one is not', async () => {
  const { server, host, drafts } = await device();
  server.isDown = true;
  drafts.close('7', '<p>kept</p>');
  await host.pass(10_000);
  server.isDown = false;
  await host.pass(3000);
  expect(server.rows.get('7')?.content).toBe('<p>kept</p>');
  const asked = host.requests.length;
  host.answer = () => '{"ret":-4003,"msg":"gone","data":{"code":"dialog.gone"}}';
  drafts.close('9', '<p>to nobody</p>');
  await host.pass(60_000);
  expect(host.requests.length).toBe(asked + 1);
  expect(drafts.content('9')).toBe('<p>to nobody</p>');
});

test('local drafts from before syncing are uploaded; another person’s are discarded', async () => {
  const host = new FakeHost();
  new Drafts(host).close('7', '<p>of last week</p>');
  await host.pass(604_800_000);
  const { server, drafts, sync } = await device(new FakeServer(), host);
  await host.pass(0);
  expect(server.rows.get('7')).toMatchObject({ content: '<p>of last week</p>', time: host.now() - 604_800_000 });
  await sync.clear();
  await drafts.clear();
  expect([...host.values.keys()]).toEqual([]);
});
