import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('idb-keyval');
  vi.resetModules();
  Reflect.deleteProperty(window, 'indexedDB');
});

test('a full disk is told once; what it did not take is remembered, and written once there is room', async () => {
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
  }));
  Object.assign(window, { indexedDB: {} });
  vi.resetModules();
  const { browserStorage, onStorageLost } = await import('#sync/storage.ts');
  const told = vi.fn();
  onStorageLost(told);
  const storage = browserStorage();
  expect(await storage.get('a')).toBe('old');
  await storage.set('a', 'new');
  await storage.set('b', 'also new');
  expect(told).toHaveBeenCalledOnce();
  expect([await storage.get('a'), await storage.get('b')]).toEqual(['new', 'also new']);
  expect((await storage.keys()).toSorted()).toEqual(['a', 'b']);
  isFull = false;
  await storage.set('a', 'newer');
  expect(disk.get('a')).toBe('newer');
  await storage.delete('b');
  expect(await storage.get('b')).toBeUndefined();
});
