import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommittedEvent } from './events.ts';
import { LogOrder } from './logOrder.ts';

const event = (id: number): CommittedEvent => ({ id, type: 't', action: 'a', data: id, audience: { aud: 'all' } });

function order(log: ReadonlySet<number>, fails = 0) {
  const delivered: number[] = [];
  let looks = 0;
  const all = new LogOrder({
    deliver: ({ id }) => delivered.push(id),
    lookUp: async (after, before) => {
      if (++looks <= fails) throw new Error('the database is away');
      return [...log].filter((id) => id > after && id < before && !all.has(id)).map(event);
    },
    gapMs: 5,
  });
  all.start(0);
  return { all, delivered };
}

test('events of several nodes are delivered in the order of their ids', async () => {
  const { all, delivered } = order(new Set());
  for (const id of [1, 3, 2, 6, 5, 4]) all.add(event(id));
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6]);
});

test('an event that the bus lost is read from the log, in its place', async () => {
  const { all, delivered } = order(new Set([1, 2, 3]));
  all.add(event(1));
  all.add(event(3));
  expect(delivered).toEqual([1]);
  await expect.poll(() => delivered).toEqual([1, 2, 3]);
});

test('nothing waits for an id that is not in the log; its event is delivered when it comes', async () => {
  const { all, delivered } = order(new Set([1, 3]));
  all.add(event(3));
  await expect.poll(() => delivered).toEqual([1, 3]);
  all.add(event(4));
  all.add(event(2));
  expect(delivered).toEqual([1, 3, 4, 2]);
});

test('a failing look-up is repeated, and later events wait for it', async () => {
  const { all, delivered } = order(new Set([1, 2]), 2);
  all.add(event(2));
  await sleep(50);
  all.add(event(3));
  expect(delivered).toEqual([]);
  await expect.poll(() => delivered).toEqual([1, 2, 3]);
});

/**
 * Ids are taken while the rows of their group are locked, so those of one group are committed in order. The bus brings
 * committed ones in any order, loses some, and some ids are never used.
 */
test('within a group of conflicting changes the order is kept, and nothing is lost or doubled', async () => {
  const histories = fc.array(
    fc.record({ group: fc.nat(2), fate: fc.constantFrom('told', 'told', 'lost', 'undone'), delay: fc.nat(12) }),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const log = new Set<number>();
      const { all, delivered } = order(log);
      const committed = history
        .map(({ fate }, index) => ({ id: index + 1, fate }))
        .filter(({ fate }) => fate !== 'undone');
      await Promise.all(
        history.map(async ({ fate, delay }, index) => {
          if (fate === 'undone') return;
          log.add(index + 1);
          await sleep(delay);
          if (fate === 'told' && !delivered.includes(index + 1)) all.add(event(index + 1));
        }),
      );
      const last = committed.findLast(({ fate }) => fate === 'told')?.id ?? 0;
      const due = committed.filter(({ id }) => id <= last).map(({ id }) => id);
      await expect.poll(() => delivered.toSorted((a, b) => a - b)).toEqual(due);
      for (const group of [0, 1, 2]) {
        const own = delivered.filter((id) => history[id - 1]?.group === group);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
    }),
    { seed: 7, numRuns: 60 },
  );
});
