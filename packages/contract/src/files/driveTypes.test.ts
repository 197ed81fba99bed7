import { expect, test } from 'vitest';
import { firstByName, inNameOrder } from './driveTypes.ts';

test('folders come first, names by their numbers, and the first ones are those of the whole order', () => {
  const names = ['b10', 'b9', 'B1', 'ä2', 'z', 'a1', 'b9'];
  const files = Array.from({ length: 700 }, (_, id) => ({
    id,
    name: `${names[id % names.length]} ${(id * 37) % 101}`,
    ext: id % 3 ? 'md' : '',
    type: id % 11 ? 'document' : 'folder',
  }));
  const all = inNameOrder(files, 'de');
  expect(all.slice(0, 3).map(({ name, type }) => [name, type])).toEqual([
    ['a1 9', 'folder'],
    ['a1 13', 'folder'],
    ['a1 30', 'folder'],
  ]);
  for (const take of [0, 1, 50, 699, 700, 900]) expect(firstByName(files, 'de', take)).toEqual(all.slice(0, take));
  expect(inNameOrder([...files].reverse(), 'de')).toEqual(all);
});
