import { expect, test } from 'vitest';
import { placeholderState } from './placeholder.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const dots = { type: 'text', msg: { text: '...', type: 'md' } };

// covers A4-10, A9-11, B4-04
test('three dots wait for ten minutes and then expire', () => {
  expect(placeholderState({ ...dots, created_at: '2026-01-01 11:50:00' }, now)).toBe('waiting');
  expect(placeholderState({ ...dots, created_at: '2026-01-01 11:49:59' }, now)).toBe('expired');
  expect(placeholderState({ type: 'text', msg: { text: '...' }, created_at: '2026-01-01 11:00:00' }, now)).toBe('none');
});

// covers B4-01
test('a message without a time is being sent', () => {
  expect(placeholderState({ ...dots, created_at: '' }, now)).toBe('loading');
});
