import pg from 'pg';

/** Runs with a connection to the server's database, and closes it. */
export async function withDatabase<T>(config: pg.ClientConfig, run: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(config);
  await db.connect();
  try {
    return await run(db);
  } finally {
    await db.end();
  }
}

export interface Person {
  userid: number;
  /** The token of a signed-in device. */
  token: string;
}

/**
 * Accounts with a signed-in device each, in two statements: by calls, each would hash a password, and ten thousand of
 * them would take longer than the measurement.
 */
export async function makePeople(db: pg.Client, count: number, name = 'bench'): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `with u as (
      insert into users (email, nickname, az, pinyin)
      select $1 || n || '@bench.example', $1 || ' ' || n, 'B', $1 from generate_series(1, $2::int) n
      returning userid
    ), d as (
      insert into devices (userid, token_hash, expired_at)
      select userid, encode(sha256(convert_to($1 || '-token-' || userid, 'UTF8')), 'hex'), now() + interval '30 days'
      from u returning userid
    )
    select userid, $1 || '-token-' || userid as token from d order by userid`,
    [name, count],
  );
  return rows;
}

/** Groups of `members` people each, without overlap. Returns their ids, in the order of the people. */
export async function makeGroups(db: pg.Client, people: readonly Person[], members: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `insert into dialogs (type, group_type, name, people, owner_id)
     select 'group', 'user', 'Group ' || n, $2, 0 from generate_series(1, $1::int) n returning id`,
    [Math.floor(people.length / members), members],
  );
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  await db.query(
    `insert into dialog_members (dialog_id, userid)
     select ($1::int[])[(n - 1) / $3 + 1], u from unnest($2::int[]) with ordinality as p(u, n)`,
    [ids, people.slice(0, ids.length * members).map((each) => each.userid), members],
  );
  await db.query('analyze');
  return ids;
}
