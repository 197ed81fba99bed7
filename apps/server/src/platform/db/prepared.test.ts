import { afterAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { openDatabase } from './pool.ts';

const database = openDatabase(await cloneTemplate(`prepared_${process.pid}`), 1);
afterAll(() => database.close());

/** As Kysely asks: one connection for a statement. */
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

test('what is asked again and again is planned once, whatever the values', async () => {
  const text = 'select $1::int + $2::int as sum';
  for (let round = 0; round < 5; round++) {
    const { rows } = await ask(text, [round, 1]);
    expect(rows).toEqual([{ sum: round + 1 }]);
  }
  expect(await plans()).toContain(text);
});

test('one database has its plans kept, however many texts another in this process was asked', async () => {
  const other = openDatabase(await cloneTemplate(`prepared_other_${process.pid}`), 1);
  for (let column = 0; column < 450; column++) {
    for (let round = 0; round < 3; round++) await other.pool.query(`select $1::int as c${column}`, [round]);
  }
  await other.close();
  const text = 'select $1::int * $2::int as product';
  for (let round = 0; round < 5; round++) await ask(text, [round, 2]);
  expect(await plans()).toContain(text);
});

test('long lists and what is asked once are not kept', async () => {
  const long = `select ${Array.from({ length: 50 }, (_, index) => `$${index + 1}::int as c${index}`).join(', ')}`;
  for (let round = 0; round < 5; round++) await ask(long, Array(50).fill(round));
  await ask('select $1::text as once', ['x']);
  const kept = await plans();
  expect(kept).not.toContain(long);
  expect(kept).not.toContain('select $1::text as once');
});

test('a table that gets a column while it is in use: one statement fails, the next connection knows it', async () => {
  await ask('create table seats (id int)');
  const text = 'select * from seats where id > $1';
  for (let round = 0; round < 5; round++) await ask(text, [0]);
  await ask('alter table seats add column row_name text');
  await ask('insert into seats values (1, $1)', ['front']);
  await expect(ask(text, [0])).rejects.toThrow(/cached plan/);
  expect((await ask(text, [0])).rows).toEqual([{ id: 1, row_name: 'front' }]);
});

test('a moment comes back as it was, to the millisecond', async () => {
  const at = new Date('2026-11-20T22:15:07.123Z');
  const { rows } = await ask(
    `select $1::timestamptz as at, 'infinity'::timestamptz as far, null::timestamptz as none`,
    [at],
  );
  expect(rows[0]?.at).toEqual(at);
  expect(rows[0]?.far).toBe(Number.POSITIVE_INFINITY);
  expect(rows[0]?.none).toBeNull();
});
