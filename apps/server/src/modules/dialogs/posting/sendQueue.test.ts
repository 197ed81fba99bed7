import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { SendQueue } from './sendQueue.ts';

type Alone = ConstructorParameters<typeof SendQueue>[1];
type Send = Parameters<SendQueue['send']>[0];

const broken = (code: string) => Object.assign(new Error('no'), { code });
const lineOver = (error: Error, alone: Alone) =>
  new SendQueue({ query: vi.fn<() => Promise<never>>().mockRejectedValue(error) } as unknown as pg.Pool, alone);
const send = (dialogId: number) =>
  ({ draft: { dialogId, mentions: [], msg: {} }, at: new Date(), mutation: undefined }) as unknown as Send;

test('after a lost database connection no send runs twice, and each caller gets an error', async () => {
  const alone = vi.fn<Alone>().mockResolvedValue(undefined);
  const line = lineOver(broken('57P01'), alone);
  const outcomes = await Promise.allSettled([line.send(send(1)), line.send(send(2)), line.send(send(1))]);
  expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual([
    '57P01',
    '57P01',
    '57P01',
  ]);
  expect(alone).not.toHaveBeenCalled();
});

test('when one send of a batch fails, each runs alone', async () => {
  const alone = vi.fn<Alone>().mockResolvedValue(undefined);
  const line = lineOver(broken('23505'), alone);
  await Promise.all([line.send(send(1)), line.send(send(2))]);
  expect(alone).toHaveBeenCalledTimes(2);
});

/** A database whose statements end when the test says so. */
function heldDatabase() {
  const statements: { sends: number; end: () => void }[] = [];
  const query = ({ values: [first] }: { values: unknown[] }) => {
    // A lone send has its conversation here, several are a list as JSON.
    const sends = typeof first === 'string' ? (JSON.parse(first) as unknown[]).length : 1;
    const rows = Array.from({ length: sends }, (_, n) => ({ n, id: n }));
    return new Promise((resolve) => statements.push({ sends, end: () => resolve({ rows }) }));
  };
  return { statements, pool: { query } as unknown as pg.Pool };
}

const many = (line: SendQueue, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => line.send(send(from + index)));

test('a second statement starts when 24 sends wait, and a third never does', async () => {
  const { statements, pool } = heldDatabase();
  const line = new SendQueue(pool, vi.fn<Alone>());
  const outcomes = many(line, 0, 24);
  expect(statements.map(({ sends }) => sends)).toEqual([1]);
  outcomes.push(...many(line, 24, 25));
  expect(statements.map(({ sends }) => sends)).toEqual([1, 24]);
  outcomes.push(...many(line, 25, 75));
  expect(statements.map(({ sends }) => sends)).toEqual([1, 24]);
  statements[0]?.end();
  await outcomes[0];
  expect(statements.map(({ sends }) => sends)).toEqual([1, 24, 50]);
  for (const { end } of statements) end();
  await Promise.all(outcomes);
});

test('sends of a conversation that is being written do not count for a second statement', async () => {
  const { statements, pool } = heldDatabase();
  const line = new SendQueue(pool, vi.fn<Alone>());
  const outcomes = Array.from({ length: 40 }, () => line.send(send(7)));
  outcomes.push(...many(line, 100, 123));
  expect(statements.map(({ sends }) => sends)).toEqual([1]);
  outcomes.push(...many(line, 123, 124));
  expect(statements.map(({ sends }) => sends)).toEqual([1, 24]);
  statements[0]?.end();
  await outcomes[0];
  expect(statements.map(({ sends }) => sends)).toEqual([1, 24, 39]);
  for (const { end } of statements) end();
  await Promise.all(outcomes);
});

test('a burst into one conversation looks at each send a constant number of times', async () => {
  const { statements, pool } = heldDatabase();
  const line = new SendQueue(pool, vi.fn<Alone>());
  let looks = 0;
  const draft = Object.defineProperty({ mentions: [], msg: {} }, 'dialogId', { get: () => (looks++, 7) });
  const burst = { draft, at: new Date(), mutation: undefined } as unknown as Send;
  const outcomes = Array.from({ length: 1000 }, () => line.send(burst));
  expect(looks).toBeLessThan(5 * outcomes.length);
  statements[0]?.end();
  await outcomes[0];
  expect(statements.map(({ sends }) => sends)).toEqual([1, 64]);
});
