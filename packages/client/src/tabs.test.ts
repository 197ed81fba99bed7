import type { Project } from '@atrium/contract/projects.ts';
import { expect, test } from 'vitest';
import { type Client, createClient } from './client.ts';
import { fingerprint } from './persist.ts';
import { addColumn } from './projectActions.ts';
import { StillBrowser, type StillHost } from './testing.ts';

const OPTIONS = { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' };
const meta = { version: 'v17', owner: fingerprint('t'), cursor: 'c', user: { userid: 1 }, setting: null };

/** A browser in which somebody is signed in, without a network until the test gives it one. */
async function browser() {
  const pages = new StillBrowser();
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
  return { open, first: await open(first) };
}

const add = (client: Client, name: string) => void client.mutate(addColumn, { project_id: 1, name });
const columns = (client: Client) => client.store.all('column').map(({ name }) => name);

/** The network is there: what is asked is answered, and noted. */
function online(host: StillHost): string[] {
  const added: string[] = [];
  host.answer = (url, init) => {
    const { name = '', project_id } = JSON.parse(init.body) as { name?: string; project_id?: number };
    if (!url.endsWith('/project/column/add')) return '{"ret":0,"msg":"no","data":{}}';
    added.push(name);
    return JSON.stringify({ ret: 1, msg: '', data: { id: 100 + added.length, project_id, name } });
  };
  return added;
}

test('what was written without a network in a page that was closed is sent by one that is open, once', async () => {
  const { open, first } = await browser();
  const second = await open();
  add(first.client, 'written here');
  add(second.client, 'written there');
  await first.host.pass(700);
  await second.host.pass(700);
  // Neither touches the other's while both are open.
  second.host.sockets.at(-1)?.hear({ type: 'open', data: { fd: 'f1' } });
  await second.host.pass(0);
  expect(columns(second.client)).toEqual(['written there']);

  first.close();
  const sent = online(second.host);
  second.host.sockets.at(-1)?.hear({ type: 'open', data: { fd: 'f2' } });
  await second.host.pass(5000);
  expect(sent.toSorted()).toEqual(['written here', 'written there']);
  expect(columns(second.client).toSorted()).toEqual(['written here', 'written there']);

  // Nothing of it is left for the next page.
  second.close();
  const third = await open();
  expect(columns(third.client)).toEqual([]);
});

test('a page that is loaded again goes on with what waited, its temporary ids apart from those of others', async () => {
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

test('of several pages one keeps what they know; the next one does when it is gone', async () => {
  const { open, first } = await browser();
  const second = await open();
  const kept = () =>
    (first.host.values.get('table:project') as { rows: { name: string }[] }).rows.map(({ name }) => name);
  second.client.store.base.project.patch(1, { name: 'Haven' });
  await second.host.pass(5000);
  expect(kept()).toEqual(['Harbour']);
  first.close();
  await second.host.pass(5000);
  expect(kept()).toEqual(['Haven']);
});
