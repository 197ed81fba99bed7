import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useStable } from './useStable.ts';

interface Props {
  name: string;
  say: (word: string) => string;
  more?: number;
}

test('it keeps its identity until a non-function changes, and its functions are always the newest', () => {
  const [first, second] = [vi.fn((word: string) => `${word}!`), vi.fn((word: string) => `${word}?`)];
  const begun: Props = { name: 'Ada', say: first };
  const { result, rerender } = renderHook(useStable<Props>, { initialProps: begun });
  const before = result.current;
  expect(before.say('yes')).toBe('yes!');
  rerender({ name: 'Ada', say: second });
  expect(result.current).toBe(before);
  expect(before.say('yes')).toBe('yes?');
  expect(first).toHaveBeenCalledOnce();
  rerender({ name: 'Bo', say: second });
  expect(result.current).not.toBe(before);
  expect(result.current).toMatchObject({ name: 'Bo', say: before.say });
  rerender({ name: 'Bo', say: second, more: 1 });
  expect(result.current.more).toBe(1);
});
