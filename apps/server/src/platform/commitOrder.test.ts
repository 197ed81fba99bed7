import { expect, test } from 'vitest';
import { CommitOrder } from './commitOrder.ts';

function order() {
  const published: number[] = [];
  const all = new CommitOrder();
  const slots = new Map<number, ReturnType<CommitOrder['sending']>>();
  const slot = (id: number) => slots.get(id) as ReturnType<CommitOrder['sending']>;
  const sending = (id: number) => void slots.set(id, all.sending());
  const numbered = (id: number) => all.numbered(slot(id), id);
  return {
    published,
    sending,
    numbered,
    written: (...ids: number[]) => {
      for (const id of ids) {
        sending(id);
        numbered(id);
      }
    },
    committed: (id: number) => all.settle(slot(id), () => published.push(id)),
    undone: (id: number) => all.settle(slot(id)),
  };
}

test('what is committed first is published first, whichever commit is answered first', () => {
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

test('what was undone keeps nothing waiting', () => {
  const { published, written, committed, undone } = order();
  written(1, 2, 3);
  committed(3);
  undone(1);
  expect(published).toEqual([]);
  committed(2);
  expect(published).toEqual([2, 3]);
});

test('events wait for a transaction that was sent before them and has no number yet', () => {
  const { published, sending, numbered, written, committed, undone } = order();
  written(1);
  committed(1);
  sending(2);
  written(3);
  committed(3);
  expect(published).toEqual([1]);
  numbered(2);
  committed(2);
  expect(published).toEqual([1, 2, 3]);
  // Its connection was lost: it never gets a number, and is settled once the log has told its outcome.
  sending(4);
  written(5);
  committed(5);
  expect(published).toEqual([1, 2, 3]);
  undone(4);
  expect(published).toEqual([1, 2, 3, 5]);
});

test('a transaction that turns out to be later than others does not hold them back', () => {
  const { published, sending, numbered, written, committed } = order();
  sending(9);
  written(7);
  committed(7);
  expect(published).toEqual([]);
  numbered(9);
  expect(published).toEqual([7]);
  committed(9);
  expect(published).toEqual([7, 9]);
});
