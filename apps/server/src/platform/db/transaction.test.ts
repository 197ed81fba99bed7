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

test('what is asked side by side is answered in order, and written with the last statements', async () => {
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

test('a last statement that fails undoes all, and says why; so does one that failed and was passed over', async () => {
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

test('what trails has its place among the others; where it fails, all is undone and it says why', async () => {
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

test('an error of ours undoes all; the connection serves on', async () => {
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

test('a connection that breaks in between is put away, and the error is told', async () => {
  const broken = inTransaction(pool, async (tx) => {
    await seat(30).execute(tx);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    return { answer: 0, last: [seat(31).compile(tx)] };
  });
  await expect(broken).rejects.toThrow(/terminat|connection/i);
  expect(await seats()).toEqual([0, 1, 2, 3, 4]);
});
