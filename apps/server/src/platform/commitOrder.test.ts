import { expect, test } from 'vitest';
import { CommitOrder } from './commitOrder.ts';

function order() {
  const told: number[] = [];
  const all = new CommitOrder();
  const slots = new Map<number, ReturnType<CommitOrder['written']>>();
  return {
    told,
    written: (...ids: number[]) => {
      for (const id of ids) slots.set(id, all.written(id));
    },
    committed: (id: number) => all.settle(slots.get(id) as never, () => told.push(id)),
    undone: (id: number) => all.settle(slots.get(id) as never),
  };
}

test('what is committed first is told first, whichever commit is heard of first', () => {
  const { told, written, committed } = order();
  written(1, 2);
  committed(2);
  expect(told).toEqual([]);
  written(4, 3);
  committed(1);
  expect(told).toEqual([1, 2]);
  committed(4);
  committed(3);
  expect(told).toEqual([1, 2, 3, 4]);
});

test('what was undone keeps nothing waiting', () => {
  const { told, written, committed, undone } = order();
  written(1, 2, 3);
  committed(3);
  undone(1);
  expect(told).toEqual([]);
  committed(2);
  expect(told).toEqual([2, 3]);
});
