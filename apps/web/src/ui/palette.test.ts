import { expect, test } from 'vitest';
import { COLUMN_COLORS, cardTint, headTint, TASK_COLORS } from './palette.ts';

// covers C3-09
test('fifteen named colors for columns and seven for tasks, each with its background', () => {
  expect(new Set(COLUMN_COLORS.map((color) => color.name)).size).toBe(15);
  expect(new Set(COLUMN_COLORS.map((color) => color.value)).size).toBe(15);
  expect(COLUMN_COLORS.map((color) => headTint(color.value)).filter(Boolean)).toHaveLength(14);
  expect(new Set(TASK_COLORS.map((color) => color.name)).size).toBe(7);
  for (const { value, accent } of TASK_COLORS) {
    expect(cardTint(value)).toBe(accent ? `color-mix(in srgb, ${accent} 14%, var(--surface))` : undefined);
  }
});

// covers A5-08
test('only six digits after # make a tint; anything else has none', () => {
  expect(cardTint('#AABBcc')).toBe('color-mix(in srgb, #AABBcc 14%, var(--surface))');
  expect(headTint('#AABBcc')).toBe('color-mix(in srgb, #AABBcc 22%, transparent)');
  for (const color of ['#abc', '#aabbccdd', '#aabbcg', 'aabbcc', 'red', '#aabbcc;x', ' #aabbcc', '#aabbcc\n']) {
    expect([cardTint(color), headTint(color)], color).toEqual([undefined, undefined]);
  }
});
