import { expect, test } from 'vitest';
import { pillFor } from './positionPill.ts';

const none = { unread: 0, unreadOne: 0, mentions: [] };

test('unread messages above the view show a pill; those below are reached by scrolling', () => {
  expect(pillFor(none, 100, 120)).toBeNull();
  expect(pillFor({ ...none, unread: 40, unreadOne: 60 }, 100, 120)).toEqual({ kind: 'unread', id: 60, isAbove: true });
  expect(pillFor({ ...none, unread: 40, unreadOne: 110 }, 100, 120)).toBeNull();
  expect(pillFor({ ...none, unread: 40, unreadOne: 130 }, 100, 120)).toBeNull();
});

test('a hidden mention comes first, the oldest before newer ones, wherever it is', () => {
  const waiting = { unread: 40, unreadOne: 60, mentions: [140, 110, 80] };
  expect(pillFor(waiting, 100, 120)).toEqual({ kind: 'mention', id: 80, isAbove: true });
  expect(pillFor({ ...waiting, mentions: [140, 110] }, 100, 120)).toEqual({ kind: 'mention', id: 140, isAbove: false });
  expect(pillFor({ ...waiting, mentions: [110] }, 100, 120)?.kind).toBe('unread');
});
