import { expect, test } from 'vitest';
import { moveBy, moveNextTo, moveToFolder, shownPlaces, sortIntoFolders } from './sidebarOrder.ts';

const place = (id: string, isUsual = true) => ({ id, isUsual });

test('entries are in the person’s order, hidden ones are left out, and unusual ones appear once they are chosen', () => {
  const all = [place('a'), place('b'), place('c'), place('extra', false)];
  const ids = (side: string[], hidden: string[]) => shownPlaces(all, { side, hidden }).map(({ id }) => id);
  expect(ids([], [])).toEqual(['a', 'b', 'c']);
  expect(ids(['c', 'a'], ['b'])).toEqual(['c', 'a']);
  expect(ids(['extra'], [])).toEqual(['extra', 'a', 'b', 'c']);
});

test('a row moves by one, or next to another', () => {
  expect(moveBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moveBy(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(moveNextTo([1, 2, 3], 3, 1, false)).toEqual([3, 1, 2]);
  expect(moveNextTo([1, 2, 3], 1, 3, true)).toEqual([2, 3, 1]);
});

test('projects are filed, and an empty folder goes', () => {
  const once = moveToFolder([], 7, 'Clients');
  expect(once).toEqual([{ name: 'Clients', projects: [7] }]);
  const both = moveToFolder(once, 8, 'Clients');
  expect(moveToFolder(moveToFolder(both, 7, ''), 8, 'Own')).toEqual([{ name: 'Own', projects: [8] }]);
  const projects = [{ id: 9 }, { id: 8 }, { id: 7 }];
  // A new project, 9, is first.
  expect(sortIntoFolders(projects, { projects: [7, 8], folders: both })).toEqual({
    folders: [{ name: 'Clients', projects: [{ id: 7 }, { id: 8 }] }],
    rest: [{ id: 9 }],
  });
});
