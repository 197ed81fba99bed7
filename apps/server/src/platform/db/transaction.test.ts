import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { openDatabase } from './pool.ts';
import { inTransaction } from './transaction.ts';

const { db, pool, close } = openDatabase(await cloneTemplate(`transaction_${process.pid}`), 2);
beforeAll(() => sql`create table seats (id int primary key)`.execute(db));
afterAll(() => close());

const seats = async () =>
  (await sql<{ id: number }>`select id from seats order by id`.execute(db)).rows.map((r) => r.id);
const seat = (id: number) => sql`insert into seats values (${id}) returning id`;

test('parallel queries in a transaction are answered in order and committed with the last statements', async () => {
  const { answer, results } = await inTransaction(pool, async (tx) => {
    const counts = [0, 1, 2].map(async (id) => {
      await seat(id).execute(tx);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from seats`.execute(tx);
      return rows[0]?.n;
    });
    return { answer: await Promise.all(counts), last: [seat(3).compile(tx), seat(4).compile(tx)] };
  });
  expect(answer).toEqual([3, 3, 3]);
  expect(results.map(({ rows }) => rows)).toEqual([[{ id: 3 }], [{ id: 4 }]]);
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
});

test('a failed last statement rolls back everything with its reason, as does an ignored earlier failure', async () => {
  const twice = inTransaction(pool, async (tx) => {
    await seat(10).execute(tx);
    return { answer: 0, last: [seat(11).compile(tx), seat(10).compile(tx), seat(12).compile(tx)] };
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  const passedOver = inTransaction(pool, async (tx) => {
    await seat(10).execute(tx);
    await seat(0)
      .execute(tx)
      .catch(() => undefined);
    return { answer: 0, last: [] };
  });
  await expect(passedOver).rejects.toThrow('undone');
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
});

test('a trailing statement runs in its place; its failure rolls back everything with its reason', async () => {
  const { answer } = await inTransaction(pool, async (tx, trail) => {
    trail(seat(5).compile(tx));
    await sql`delete from seats where id = 5`.execute(tx);
    return { answer: (await sql`select 1 from seats where id = 5`.execute(tx)).rows.length, last: [] };
  });
  expect(answer).toBe(0);
  const refused = inTransaction(pool, async (tx, trail) => {
    trail(seat(0).compile(tx));
    return { answer: 0, last: [seat(6).compile(tx)] };
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  const thrown = inTransaction(pool, async (tx, trail) => {
    trail(seat(7).compile(tx));
    throw new Error('no seat for you');
  });
  await expect(thrown).rejects.toThrow('no seat for you');
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
});

test('an application error rolls back everything, and the connection is reused', async () => {
  for (let round = 0; round < 5; round++) {
    const refused = inTransaction(pool, async (tx) => {
      void seat(20).execute(tx);
      await seat(21).execute(tx);
      throw new Error('no seat for you');
    });
    await expect(refused).rejects.toThrow('no seat for you');
  }
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
  expect(pool.totalCount).toBeLessThanOrEqual(2);
});

test('a connection that breaks inside a transaction is discarded, and the error is reported', async () => {
  const broken = inTransaction(pool, async (tx) => {
    await seat(30).execute(tx);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    return { answer: 0, last: [seat(31).compile(tx)] };
  });
  await expect(broken).rejects.toThrow(/terminat|connection/i);
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
});
