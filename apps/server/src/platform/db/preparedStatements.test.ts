import { afterAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { openDatabase } from './pool.ts';

const database = openDatabase(await cloneTemplate(`prepared_${process.pid}`), 1);
afterAll(() => database.close());

/** Runs a statement the way Kysely does: with one connection per statement. */
async function ask(text: string, values: unknown[] = []) {
  const client = await database.pool.connect();
  try {
    return await client.query<Record<string, unknown>>(text, values);
  } finally {
    client.release();
  }
}

const plans = async () => {
  const { rows } = await ask('select statement from pg_prepared_statements');
  return rows.map((row) => row.statement);
};

test('a repeated query is planned once for any values', async () => {
  const text = 'select $1::int + $2::int as sum';
  for (let round = 0; round < 5; round++) {
    const { rows } = await ask(text, [round, 1]);
    expect(rows).toEqual([{ sum: round + 1 }]);
  }
  expect(await plans()).toContain(text);
});

test('each database keeps its own plans, however many texts another one runs', async () => {
  const other = openDatabase(await cloneTemplate(`prepared_other_${process.pid}`), 1);
  for (let column = 0; column < 450; column++) {
    for (let round = 0; round < 3; round++) await other.pool.query(`select $1::int as c${column}`, [round]);
  }
  await other.close();
  const text = 'select $1::int * $2::int as product';
  for (let round = 0; round < 5; round++) await ask(text, [round, 2]);
  expect(await plans()).toContain(text);
});

test('long lists and one-time queries are not prepared', async () => {
  const long = `select ${Array.from({ length: 50 }, (_, index) => `$${index + 1}::int as c${index}`).join(', ')}`;
  for (let round = 0; round < 5; round++) await ask(long, Array(50).fill(round));
  await ask('select $1::text as once', ['x']);
  const kept = await plans();
  expect(kept).not.toContain(long);
  expect(kept).not.toContain('select $1::text as once');
});

test('a column added to a table in use fails one statement, and the next connection succeeds', async () => {
  await ask('create table seats (id int)');
  const text = 'select * from seats where id > $1';
  for (let round = 0; round < 5; round++) await ask(text, [0]);
  await ask('alter table seats add column row_name text');
  await ask('insert into seats values (1, $1)', ['front']);
  await expect(ask(text, [0])).rejects.toThrow(/cached plan/);
  expect((await ask(text, [0])).rows).toEqual([{ id: 1, row_name: 'front' }]);
});

test('a timestamp is returned exactly, to the millisecond', async () => {
  const at = new Date('2026-11-20T22:15:07.123Z');
  const { rows } = await ask(
    `select $1::timestamptz as at, 'infinity'::timestamptz as far, null::timestamptz as none`,
    [at],
  );
  expect(rows[0]?.at).toEqual(at);
  expect(rows[0]?.far).toBe(Number.POSITIVE_INFINITY);
  expect(rows[0]?.none).toBeNull();
});
