import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('idb-keyval');
  vi.resetModules();
  Reflect.deleteProperty(window, 'indexedDB');
});

test('a full disk is reported once; skipped writes are repeated once there is room', async () => {
  const disk = new Map<string, unknown>([['a', 'old']]);
  let isFull = true;
  vi.doMock('idb-keyval', () => ({
    createStore: () => ({}),
    get: async (key: string) => disk.get(key),
    set: async (key: string, value: unknown) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      disk.set(key, value);
    },
    del: async (key: string) => void disk.delete(key),
    clear: async () => disk.clear(),
    keys: async () => [...disk.keys()],
    entries: async () => [...disk],
  }));
  Object.assign(window, { indexedDB: {} });
  vi.resetModules();
  const { browserStorage, onStorageLost } = await import('#sync/store/storage.ts');
  const onLost = vi.fn();
  onStorageLost(onLost);
  const storage = browserStorage();
  expect(await storage.get('a')).toBe('old');
  await storage.set('a', 'new');
  await storage.set('b', 'also new');
  expect(onLost).toHaveBeenCalledOnce();
  expect([await storage.get('a'), await storage.get('b')]).toEqual(['new', 'also new']);
  expect((await storage.keys()).toSorted()).toEqual(['a', 'b']);
  isFull = false;
  await storage.set('a', 'newer');
  expect(disk.get('a')).toBe('newer');
  await storage.delete('b');
  expect(await storage.get('b')).toBeUndefined();
});

test('the stored position never passes a table that the disk had no room for', async () => {
  const disk = new Map<string, unknown>([
    ['meta', 'position 1'],
    ['table:message', 'messages 1'],
  ]);
  let isFull = true;
  vi.doMock('idb-keyval', () => ({
    createStore: () => ({}),
    get: async (key: string) => disk.get(key),
    // The position is small enough for a disk that is full.
    set: async (key: string, value: unknown) => {
      if (isFull && key === 'table:message') throw new DOMException('full', 'QuotaExceededError');
      disk.set(key, value);
    },
    keys: async () => [...disk.keys()],
  }));
  Object.assign(window, { indexedDB: {} });
  vi.resetModules();
  const { browserStorage } = await import('#sync/store/storage.ts');
  const storage = browserStorage();
  const write = async (turn: number) => {
    await storage.set('table:message', `messages ${turn}`);
    await storage.set('meta', `position ${turn}`);
  };
  await write(2);
  expect([...disk.values()]).toEqual(['position 1', 'messages 1']);
  // Later writes of other tables do not change that.
  await storage.set('table:task', 'tasks 3');
  await storage.set('meta', 'position 3');
  expect(disk.get('meta')).toBe('position 1');
  expect(await storage.get('meta')).toBe('position 3');
  isFull = false;
  await write(4);
  expect([disk.get('meta'), disk.get('table:message')]).toEqual(['position 4', 'messages 4']);
  expect(await storage.get('meta')).toBe('position 4');
});

test('reading ahead stores the workspace only, once, and never newer changes', async () => {
  const disk = new Map<string, unknown>([
    ['meta', 'then'],
    ['table:task', 'then'],
    ['queue', 'then'],
  ]);
  const asked = vi.fn((key: string) => disk.get(key));
  vi.doMock('idb-keyval', () => ({
    createStore: () => ({}),
    get: async (key: string) => asked(key),
    set: async (key: string, value: unknown) => void disk.set(key, value),
    clear: async () => disk.clear(),
    entries: async () => [...disk],
  }));
  Object.assign(window, { indexedDB: {} });
  vi.resetModules();
  const { browserStorage } = await import('#sync/store/storage.ts');
  const { isProbablyStored, readStoredWorkspace } = await import('#sync/store/storedWorkspace.ts');
  const storage = browserStorage();
  readStoredWorkspace();
  for (const key of disk.keys()) disk.set(key, 'now');
  expect(await storage.get('meta')).toBe('then');
  expect(await storage.get('queue')).toBe('now');
  expect(asked.mock.calls).toEqual([['queue']]);
  expect(await storage.get('meta')).toBe('now');
  await storage.set('queue', 'later');
  expect(isProbablyStored()).toBe(false);
  await storage.set('meta', 'later');
  expect([await storage.get('meta'), await storage.get('table:task')]).toEqual(['later', 'now']);
  expect(isProbablyStored()).toBe(true);
  await storage.clear();
  expect(isProbablyStored()).toBe(false);
});
