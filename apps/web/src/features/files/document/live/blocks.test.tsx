import { expect, test } from 'vitest';
import { matchingBlocks } from './blocks.ts';

test('blocks are found by their label in this language, and by their English name', () => {
  expect(matchingBlocks('')).toHaveLength(14);
  expect(matchingBlocks('NUM').map(({ name }) => name)).toEqual(['numbers']);
  expect(matchingBlocks('h2').map(({ label }) => label)).toEqual(['Heading 2']);
  expect(matchingBlocks('usr/local')).toEqual([]);
});
