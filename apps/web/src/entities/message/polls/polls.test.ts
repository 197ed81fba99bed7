import { expect, test } from 'vitest';
import { chainLines, chosenOptions, openPoll, percentOf } from './polls.ts';

const line = (id: number, type = 'text') => ({ id, type, userid: 1, text: `line ${id}` });

// covers B9-03
test('percentages have two decimals and count people who voted', () => {
  expect(percentOf(1, 3)).toBe('33.33');
  expect(percentOf(2, 3)).toBe('66.67');
  expect(percentOf(3, 3)).toBe('100.00');
  expect(percentOf(0, 0)).toBe('0.00');
});

// covers B4-16
test('examples come first in a sign-up list', () => {
  const { lines } = chainLines([line(1), line(2, 'case'), line(3)], true);
  expect(lines.map(({ id }) => id)).toEqual([2, 1, 3]);
});

// covers B9-03
test('four lines are shown in full, of five the first two', () => {
  const four = [1, 2, 3, 4].map((id) => line(id));
  expect(chainLines(four, false)).toMatchObject({ hidden: 0, isFoldable: false });
  const five = [...four, line(5)];
  expect(chainLines(five, false)).toMatchObject({ lines: [line(1), line(2)], hidden: 3, isFoldable: true });
  expect(chainLines(five, true)).toMatchObject({ hidden: 0, isFoldable: true });
});

test('the newest open poll that a person has not answered is the one to answer', () => {
  const poll = (id: number, state: number, voters: number[] = []) => {
    const votes = voters.map((userid) => ({ userid, votes: [1] }));
    return { id, type: 'vote', msg: { uuid: `poll ${id}`, state, votes } };
  };
  const text = { id: 9, type: 'text', msg: {} };
  expect(openPoll([poll(1, 1), poll(3, 0), poll(2, 1, [8]), text, poll(4, 1, [7])], 7)?.uuid).toBe('poll 2');
  expect(openPoll([poll(3, 0), text], 7)).toBeNull();
});

test('an answer names options by number or by their words', () => {
  const list = ['Beans', 'Peas', '3'].map((text, index) => ({ id: 10 + index, text }));
  const chosen = (text: string, multiple = 0) => chosenOptions({ list, multiple }, text);
  expect([chosen('2'), chosen(' peas '), chosen('3'), chosen('1, 3', 1)]).toEqual([[11], [11], [12], [10, 12]]);
  for (const unclear of ['', '4', '0', 'pea', '1 2', '1.5']) expect(chosen(unclear)).toEqual([]);
});
