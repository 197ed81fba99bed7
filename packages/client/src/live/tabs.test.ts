import type { Project } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { addColumn } from '../projects/projectActions.ts';
import { fingerprint } from '../store/persist.ts';
import { FakeBrowser, type FakeHost, storedRows } from '../testing.ts';

const OPTIONS = { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' };
const meta = { version: 'v17', owner: fingerprint('t'), cursor: 'c', user: { userid: 1 }, setting: null };

/** A browser with a signed-in person, offline until the test goes online. */
async function browser() {
  const pages = new FakeBrowser();
  const first = pages.page();
  await first.host.storage.set('meta', meta);
  await first.host.storage.set('table:project', { rows: [{ id: 1, name: 'Harbour' } as Project] });
  const open = async (page = pages.page()) => {
    const client = createClient(page.host, OPTIONS);
    page.host.answer = () => {
      throw new Error('lost');
    };
    void client.start('t');
    await page.host.pass(0);
    return { ...page, client };
  };
  return { open, first: { ...(await open(first)), browser: pages } };
}

const add = (client: Client, name: string) => void client.mutate(addColumn, { project_id: 1, name });
const columns = (client: Client) => client.store.all('column').map(({ name }) => name);

/** Goes online: requests are answered and recorded. */
function online(host: FakeHost): string[] {
  const added: string[] = [];
  host.answer = (url, init) => {
    const { name = '', project_id } = JSON.parse(init.body) as { name?: string; project_id?: number };
    if (!url.endsWith('/project/column/add')) return '{"ret":0,"msg":"no","data":{}}';
    added.push(name);
    return JSON.stringify({ ret: 1, msg: '', data: { id: 100 + added.length, project_id, name } });
  };
  return added;
}

test('changes made offline in a closed page are sent once by an open one', async () => {
  const { open, first } = await browser();
  const second = await open();
  add(first.client, 'written here');
  add(second.client, 'written there');
  await first.host.pass(700);
  await second.host.pass(700);
  // Neither touches the other's data while both are open.
  second.host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'f1' } });
  await second.host.pass(0);
  expect(columns(second.client)).toEqual(['written there']);

  first.close();
  const sent = online(second.host);
  second.host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'f2' } });
  await second.host.pass(5000);
  expect(sent.toSorted()).toEqual(['written here', 'written there']);
  expect(columns(second.client).toSorted()).toEqual(['written here', 'written there']);

  // The next page finds nothing left.
  second.close();
  const third = await open();
  expect(columns(third.client)).toEqual([]);
});

test('a reloaded page resumes its queue with temporary ids of its own', async () => {
  const { open, first } = await browser();
  add(first.client, 'one');
  const second = await open();
  add(second.client, 'two');
  await first.host.pass(0);
  await second.host.pass(0);
  first.close();
  second.close();
  const again = await open();
  expect(columns(again.client).toSorted()).toEqual(['one', 'two']);
  expect(new Set(again.client.store.all('column').map(({ id }) => id)).size).toBe(2);
});

test('one of several pages stores shared data, and the next takes over when it closes', async () => {
  const { open, first } = await browser();
  const second = await open();
  const kept = () => storedRows<Project>(first.host, 'project').map(({ name }) => name);
  second.client.store.base.project.patch(1, { name: 'Haven' });
  await second.host.pass(5000);
  expect(kept()).toEqual(['Harbour']);
  first.close();
  await second.host.pass(5000);
  expect(kept()).toEqual(['Haven']);
});

test('drafts of one page show in the others, and no page hides its data from another', async () => {
  const { open, first } = await browser();
  const second = await open();
  // A browser's pages share one clock.
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 100) for (const { host } of [first, second]) await host.pass(100);
  };
  first.client.drafts.write('7', '<p>begun here</p>');
  second.client.drafts.write('8', '<p>begun there</p>');
  await pass(700);
  expect(second.client.drafts.content('7')).toBe('<p>begun here</p>');
  // The page that writes at that moment wins.
  second.client.drafts.write('7', '<p>begun here, and went on</p>');
  first.client.drafts.write('7', '<p>begun he</p>');
  await pass(700);
  expect(second.client.drafts.content('7')).toBe('<p>begun here, and went on</p>');
  expect(first.client.drafts.content('7')).toBe('<p>begun here, and went on</p>');

  // Both close at once, before anything can be stored.
  for (const { host } of [first, second]) host.storage.set = () => new Promise(() => {});
  first.client.drafts.write('9', '<p>last of the first</p>');
  second.client.drafts.write('10', '<p>last of the second</p>');
  first.client.flush();
  second.client.flush();
  first.close();
  second.close();
  const { client } = await open();
  expect(['7', '8', '9', '10'].map((id) => client.drafts.content(id))).toEqual([
    '<p>begun here, and went on</p>',
    '<p>begun there</p>',
    '<p>last of the first</p>',
    '<p>last of the second</p>',
  ]);
});

test('a closing message is ignored if the page continues', async () => {
  const { open, first } = await browser();
  first.client.drafts.write('7', '<p>not sent</p>');
  first.client.drafts.write('8', '<p>sent in a moment</p>');
  first.client.flush();
  await first.host.pass(1000);
  first.client.drafts.write('7', '<p>not sent yet</p>');
  first.client.drafts.remove('8');
  await first.host.pass(700);
  first.close();
  const { client } = await open();
  expect([client.drafts.content('7'), client.drafts.content('8')]).toEqual(['<p>not sent yet</p>', '']);
});

test('a draft written offline is synced by another page after the first one closes', async () => {
  const { open, first } = await browser();
  const second = await open();
  first.client.drafts.write('7', '<p>begun here</p>');
  await first.host.pass(700);
  first.close();
  const saved: string[] = [];
  second.host.answer = (url, init) => {
    if (!url.includes('/draft/')) return '{"ret":0,"msg":"no","data":{}}';
    if (url.endsWith('/draft/save')) saved.push((JSON.parse(init.body) as { content: string }).content);
    const data = url.endsWith('/draft/lists') ? { list: [] } : { key: '7', time: 1, is_newest: true };
    return JSON.stringify({ ret: 1, msg: '', data });
  };
  second.host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'f1' } });
  second.host.sockets.at(-1)?.receive({ type: 'resume', data: { cursor: 'c' } });
  await second.host.pass(10_000);
  expect(saved).toEqual(['<p>begun here</p>']);
});

test('what another person left unsent in this browser is neither shown nor sent', async () => {
  const { first } = await browser();
  add(first.client, 'of the first person');
  first.client.drafts.write('7', '<p>of the first person</p>');
  await first.host.pass(700);
  first.close();
  const page = first.browser.page();
  const client = createClient(page.host, OPTIONS);
  const sent = online(page.host);
  const { answer } = page.host;
  const start = {
    users: [],
    projects: [{ id: 1, name: 'Harbour' }],
    columns: [],
    tasks: [],
    dialogs: [],
    cursor: 'c2',
  };
  page.host.answer = (url, init) =>
    url.endsWith('/sync/start')
      ? JSON.stringify({ ret: 1, msg: '', data: { ...start, user: { userid: 2 }, setting: {} } })
      : answer(url, init);
  void client.start('another');
  await page.host.pass(0);
  page.host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'f1' } });
  await page.host.pass(5000);
  expect(client.user).toMatchObject({ userid: 2 });
  expect([columns(client), sent, client.drafts.content('7')]).toEqual([[], [], '']);
});

/** Ends the first person's session with an unsent column and draft, and signs in as this person. */
async function signInAfterEnd(userid: number) {
  const { first } = await browser();
  add(first.client, 'unsent');
  first.client.drafts.write('7', '<p>unsent</p>');
  await first.host.pass(0);
  await first.client.leave();
  const stored = [...first.host.values.keys()];
  first.close();
  const page = first.browser.page();
  const client = createClient(page.host, OPTIONS);
  const sent = online(page.host);
  const { answer } = page.host;
  const lists = { users: [], columns: [], tasks: [], dialogs: [] };
  const start = { ...lists, projects: [{ id: 1, name: 'Harbour' }], cursor: 'c2', user: { userid }, setting: {} };
  page.host.answer = (url, init) =>
    url.endsWith('/sync/start') ? JSON.stringify({ ret: 1, msg: '', data: start }) : answer(url, init);
  void client.start('renewed');
  await page.host.pass(0);
  page.host.sockets.at(-1)?.receive({ type: 'open', data: { fd: 'f1' } });
  await page.host.pass(5000);
  return { stored, sent, client };
}

test('what was unsent when the session ended is sent after the same person signs in', async () => {
  const { stored, sent, client } = await signInAfterEnd(1);
  expect(stored.filter((key) => key === 'meta' || key.startsWith('table:'))).toEqual([]);
  expect([sent, client.drafts.content('7')]).toEqual([['unsent'], '<p>unsent</p>']);
});

test('what was unsent when the session ended is deleted when another person signs in', async () => {
  const { sent, client } = await signInAfterEnd(2);
  expect([sent, columns(client), client.drafts.content('7')]).toEqual([[], [], '']);
});
