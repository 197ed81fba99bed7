import { expect, test } from 'vitest';
import { SectionCache } from './sectionCache.ts';

/** A read that ends when the test says so. */
function reading() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

test('a read that began before a save does not replace what was saved', async () => {
  const cache = new SectionCache();
  cache.put('system', Promise.resolve('closed'));
  const slow = reading();
  const replaced = cache.replace('system', slow.promise);
  cache.put('system', Promise.resolve('open'));
  slow.resolve('closed');
  expect(await replaced).toBe(false);
  expect(await cache.get('system')).toBe('open');
});

test.for([
  [0, 1],
  [1, 0],
])('of two reads the later one remains, ended in the order %j', async (ends) => {
  const cache = new SectionCache();
  cache.put('system', Promise.resolve('before'));
  const reads = [reading(), reading()];
  const replaced = reads.map(({ promise }) => cache.replace('system', promise));
  for (const each of ends) reads[each]?.resolve(each ? 'second' : 'first');
  await Promise.all(replaced);
  expect(await cache.get('system')).toBe('second');
});

test('the old value is used until the new one is read', async () => {
  const cache = new SectionCache();
  cache.put('system', Promise.resolve('before'));
  const next = reading();
  const replaced = cache.replace('system', next.promise);
  expect(await cache.get('system')).toBe('before');
  next.resolve('after');
  expect(await replaced).toBe(true);
  expect(await cache.get('system')).toBe('after');
});

test('a section that cannot be read is asked for again, unless it was saved meanwhile', async () => {
  const cache = new SectionCache();
  const failing = reading();
  const replaced = cache.replace('system', failing.promise);
  failing.reject(new Error('no connection'));
  expect(await replaced).toBe(false);
  expect(cache.get('system')).toBeUndefined();

  const late = reading();
  const lateReplaced = cache.replace('system', late.promise);
  cache.put('system', Promise.resolve('saved'));
  late.reject(new Error('no connection'));
  await lateReplaced;
  expect(await cache.get('system')).toBe('saved');
});
