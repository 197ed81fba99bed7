import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MarkedText } from './MarkedText.tsx';

const marksIn = (text: string, words: string) => {
  const { container } = render(<MarkedText text={text} words={words} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
};

test('searched words are marked by their beginnings, without accents, and inside text without spaces', () => {
  expect(marksIn('Zürich is not in Zürichsee’s north', 'zurich NOR')).toEqual(['Zürich', 'Zürich', 'nor']);
  expect(marksIn('会議は東京都で開かれます', '東京都')).toEqual(['東京都']);
  expect(marksIn('<b>nothing</b>', 'x')).toEqual([]);
});
