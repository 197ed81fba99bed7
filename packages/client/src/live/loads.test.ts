import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { Api } from '../api.ts';
import { messageWindow } from '../store/select.ts';
import { Store } from '../store/store.ts';
import { FakeHost } from '../testing.ts';
import type { Scene } from './frames.ts';
import { fetchTasks, takeMessages } from './loads.ts';

/** A project whose tasks fill this many pages, one on each. */
function projectOf(pages: number) {
  const host = new FakeHost();
  host.answer = (_url, { body }) => {
    const { page } = JSON.parse(String(body)) as { page: number };
    const next_page_url = page < pages ? 'more' : null;
    return JSON.stringify({ ret: 1, msg: '', data: { data: [{ id: page }], next_page_url } });
  };
  const api = new Api(host, { base: 'http://x', language: 'de', version: '1.2', platform: 'web' });
  return { host, api };
}

// covers C7-57, C8-06, C9-06
test('every thirty pages of tasks ask whether to continue; declining keeps the loaded ones', async () => {
  const { api, host } = projectOf(75);
  const asked: number[] = [];
  const all = await fetchTasks(api, 7, async (_id, loaded) => asked.push(loaded) > 0);
  expect([all.length, asked]).toEqual([75, [30, 60]]);

  host.requests.length = 0;
  const some = await fetchTasks(api, 7, async (_id, loaded) => loaded < 60);
  expect([some.length, host.requests.length]).toEqual([60, 60]);
  // If there are several pages, the newest tasks are applied early, and all pages follow.
  const begun: number[] = [];
  const begin = (list: readonly Task[]) => void begun.push(...list.map(({ id }) => id), host.requests.length);
  host.requests.length = 0;
  expect(await fetchTasks(api, 7, async () => false, begin)).toEqual(some.slice(0, 30));
  await fetchTasks(projectOf(1).api, 7, async () => false, begin);
  expect(begun).toEqual([1, 1]);
  const few = projectOf(30);
  await fetchTasks(few.api, 7, () => Promise.reject(new Error('nobody needs to be asked')));
});

test('tasks that move to an earlier page while the pages are loaded are not left out', async () => {
  const PER_PAGE = 3;
  let ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const host = new FakeHost();
  const gone: Record<number, number[]> = { 1: [2], 2: [5, 10] };
  host.answer = (_url, { body }) => {
    const { page } = JSON.parse(String(body)) as { page: number };
    const [from, to] = [(page - 1) * PER_PAGE, page * PER_PAGE];
    const data = ids.slice(from, to).map((id) => ({ id }));
    const answer = { data, total: ids.length, next_page_url: to < ids.length ? 'more' : null };
    // Somebody removes some as soon as this page is read.
    const removed = gone[page] ?? [];
    delete gone[page];
    ids = ids.filter((id) => !removed.includes(id));
    return JSON.stringify({ ret: 1, msg: '', data: answer });
  };
  const api = new Api(host, { base: 'http://x', language: 'de', version: '1.2', platform: 'web' });
  const list = await fetchTasks(api, 7, async () => true);
  const loaded = new Set(list.map(({ id }) => id));
  expect(ids.filter((id) => !loaded.has(id))).toEqual([]);
  // The events since then remove the others.
  expect(ids).toEqual([1, 3, 4, 6, 7, 8, 9]);
});

test('an empty conversation is reported as empty, whether loaded from its end or around a message', () => {
  for (const place of [{}, { position_id: 7 }] as { position_id?: number }[]) {
    const store = new Store();
    const before = store.version('message');
    takeMessages({ store, base: store.base } as Scene, 5, place, { list: [], time: 0 });
    expect(messageWindow(store, 5, place.position_id)).toMatchObject({
      isLoaded: true,
      hasOlder: false,
      hasNewer: false,
    });
    const version = store.version('message');
    expect(version).not.toBe(before);
    takeMessages({ store, base: store.base } as Scene, 5, place, { list: [], time: 0 });
    expect(store.version('message')).toBe(version);
  }
});
