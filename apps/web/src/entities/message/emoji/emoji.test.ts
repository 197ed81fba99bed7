import { expect, test } from 'vitest';
import { shownReactors } from './emoji.ts';

// covers B2-04
test('two to six faces stand behind a reaction, by the width of the window', () => {
  expect([320, 575, 576, 768, 992, 1200, 2560].map(shownReactors)).toEqual([2, 2, 3, 4, 5, 6, 6]);
});
