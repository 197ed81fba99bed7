import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { expect, test } from 'vitest';
import { rowsOf } from './rows.ts';

const said = (id: number, created_at: string, userid = 1, type = 'text') =>
  ({ id, userid, type, created_at }) as unknown as ClientMessage;
const keyOf = (id: number) => id;

test('rows show days, the unread divider, system lines, and grouped messages of one sender', () => {
  const rows = rowsOf(
    [
      said(1, '2026-05-04 10:00:00'),
      said(2, '2026-05-04 10:02:59'),
      said(3, '2026-05-04 10:06:00'),
      said(4, '2026-05-04 10:06:10', 0, 'notice'),
      said(5, '2026-05-04 10:06:20'),
      said(6, '2026-05-06 10:06:30'),
    ],
    5,
    keyOf,
  );
  expect(rows.map((row) => (row.kind === 'message' ? `${row.key} ${row.isFirst}` : row.kind))).toEqual([
    'day',
    'm1 true',
    'm2 false',
    'm3 true',
    'notice',
    'unread',
    'm5 true',
    'day',
    'm6 true',
  ]);
});

test('a row keeps its identity until its own content changes, whatever its neighbors do', () => {
  const one = said(1, '2026-05-04 10:00:00');
  const two = said(2, '2026-05-04 10:01:00');
  const rowOf = (messages: readonly ClientMessage[], message: ClientMessage, unread = 0) =>
    rowsOf(messages, unread, keyOf).find((row) => 'message' in row && row.message === message);
  const before = rowOf([one, two], two);
  expect(rowOf([said(0, '2026-05-04 09:59:00'), one, two, said(3, '2026-05-04 10:01:30')], two)).toBe(before);
  expect(rowOf([one, two], two, 2)).not.toBe(before);
  const edited = { ...two, modify: 1 } as ClientMessage;
  expect(rowOf([one, edited], edited)).not.toBe(before);
});
