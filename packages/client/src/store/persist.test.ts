import { expect, test } from 'vitest';
import { FakeHost, storedRows } from '../testing.ts';
import { CACHE_VERSION, fingerprint, Persistence } from './persist.ts';
import { Store } from './store.ts';

const meta = { owner: fingerprint('t'), cursor: 'c', user: null, setting: null };
async function cache(version: string) {
  const host = new FakeHost();
  const store = new Store();
  await host.storage.set('meta', { ...meta, version });
  await host.storage.set('table:project', { rows: [{ id: 7, name: 'Harbour' }] });
  await host.storage.set('draft:3', 'begun');
  await host.storage.set('queue:', ['waits']);
  return { host, store, persistence: new Persistence(host, store, () => meta) };
}

const kept = (host: FakeHost) => storedRows<{ name: string }>(host, 'project').map(({ name }) => name);

// covers C9-01
test('data stored by another version is discarded except for unsent changes; data of this version is shown', async () => {
  expect(CACHE_VERSION).toBe('v17');
  const old = await cache('v16');
  expect(await old.persistence.restore('t')).toBeUndefined();
  expect([...old.host.values.keys()]).toEqual(['draft:3', 'queue:']);
  expect(old.store.get('project', 7)).toBeUndefined();
  const own = await cache('v17');
  expect(await own.persistence.restore('t')).toMatchObject({ cursor: 'c' });
  expect(own.store.get('project', 7)).toMatchObject({ name: 'Harbour' });
  // Another person's: neither shown nor deleted.
  const other = await cache('v17');
  expect(await other.persistence.restore('another')).toBeUndefined();
  expect(other.store.get('project', 7)).toBeUndefined();
});

// covers C9-05
test('a change is stored 600 ms later', async () => {
  const { host, store, persistence } = await cache('v17');
  await persistence.restore('t');
  store.base.project.patch(7, { name: 'Haven' });
  persistence.changed(['project']);
  await host.pass(599);
  expect(kept(host)).toEqual(['Harbour']);
  await host.pass(1);
  expect(kept(host)).toEqual(['Haven']);
});

test('a stopped page does not overwrite what the next one stores', async () => {
  const { host, store, persistence } = await cache('v17');
  await persistence.restore('t');
  persistence.stop();
  await persistence.flush();
  const next = new Store();
  const after = new Persistence(host, next, () => meta);
  await after.restore('t');
  next.base.project.patch(7, { name: 'Haven' });
  after.changed(['project']);
  await host.pass(600);
  store.base.project.patch(7, { name: 'Hamlet' });
  persistence.changed(['project']);
  await host.pass(600);
  expect(kept(host)).toEqual(['Haven']);
  // Started again, it stores what it receives.
  await persistence.restore('t');
  store.base.project.patch(7, { name: 'Hill' });
  persistence.changed(['project']);
  await host.pass(600);
  expect(kept(host)).toEqual(['Hill']);
});

test('a page that is not the leader stores nothing, and everything once it leads again', async () => {
  const { host, store, persistence } = await cache('v17');
  let isLeading = false;
  host.tabs = { id: 'a', open: async () => ['a'], lead: () => new Promise(() => {}), isLeading: () => isLeading };
  await persistence.restore('t');
  persistence.lead();
  await persistence.flush();
  expect(kept(host)).toEqual(['Harbour']);
  expect(host.values.has('table:column')).toBe(false);
  isLeading = true;
  store.base.project.patch(7, { name: 'Haven' });
  persistence.changed(['project']);
  await persistence.flush();
  expect(kept(host)).toEqual(['Haven']);
  expect(host.values.has('table:column')).toBe(true);
});
