import { expect, test } from 'vitest';
import { CommitOrder } from './commitOrder.ts';

function order() {
  const published: number[] = [];
  const all = new CommitOrder();
  const slots = new Map<number, ReturnType<CommitOrder['written']>>();
  const slot = (id: number) => slots.get(id) as ReturnType<CommitOrder['written']>;
  return {
    all,
    published,
    written: (...ids: number[]) => {
      for (const id of ids) slots.set(id, all.written(id));
    },
    committed: (id: number) => all.settle(slot(id), () => published.push(id)),
    undone: (id: number) => all.settle(slot(id)),
  };
}

test('transactions are published in commit order, whatever the order of answers', () => {
  const { published, written, committed } = order();
  written(1, 2);
  committed(2);
  expect(published).toEqual([]);
  written(4, 3);
  committed(1);
  expect(published).toEqual([1, 2]);
  committed(4);
  committed(3);
  expect(published).toEqual([1, 2, 3, 4]);
});

test('a rolled-back transaction holds nothing up', () => {
  const { published, written, committed, undone } = order();
  written(1, 2, 3);
  committed(3);
  undone(1);
  expect(published).toEqual([]);
  committed(2);
  expect(published).toEqual([2, 3]);
});

test('events wait for a transaction of unknown outcome until the log has decided it', () => {
  const { all, published, written, committed } = order();
  written(1, 2);
  committed(1);
  const lost = all.barrier();
  // Sent before the loss was noticed, with a lower id: it does not wait.
  committed(2);
  expect(published).toEqual([1, 2]);
  written(5);
  committed(5);
  expect(published).toEqual([1, 2]);
  all.settle(lost);
  expect(published).toEqual([1, 2, 5]);
});
