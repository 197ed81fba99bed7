import { expect, test } from 'vitest';
import { shownReactors } from './emoji.ts';

// covers B2-04
test('a reaction shows two to six avatars, depending on the window’s width', () => {
  expect([320, 575, 576, 768, 992, 1200, 2560].map(shownReactors)).toEqual([2, 2, 3, 4, 5, 6, 6]);
});
