import type pg from 'pg';
import type { Person } from '../lib/fill.ts';

const MONTHS = 36;
const DIALOGS = 400;
const MEMBERS = 50;

/** The same in every run, for comparable figures. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export interface Vocabulary {
  latin: string[];
  han: string[];
  japanese: string[];
}

/** Generated words, as many different ones as a team uses; the first are the most common. */
export function makeVocabulary(): Vocabulary {
  const random = dice(7);
  const pick = (signs: string) => [...signs][Math.floor(random() * [...signs].length)] ?? '';
  const sign = (from: number, count: number) => String.fromCodePoint(from + Math.floor(random() * count));
  const distinct = (count: number, make: () => string) => {
    const words = new Set<string>();
    while (words.size < count) words.add(make());
    return [...words];
  };
  const syllable = () => pick('bcdfghklmnprstvw') + pick('aeiou');
  return {
    latin: distinct(8000, () => Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('')),
    han: distinct(4000, () => Array.from({ length: 2 }, () => sign(0x4e00, 2500)).join('')),
    japanese: distinct(3000, () => sign(0x5000, 1500) + Array.from({ length: 3 }, () => sign(0x3042, 80)).join('')),
  };
}

/** Groups of fifty; the reader is in every second one. */
export async function makeDialogs(db: pg.Client, people: readonly Person[]): Promise<number[]> {
  const [reader, ...others] = people.map((each) => each.userid);
  const { rows } = await db.query<{ id: number }>(
    `with d as (
      insert into dialogs (type, group_type, name, people, owner_id)
      select 'group', 'user', 'Group ' || n, $2, 0 from generate_series(1, $1::int) n returning id
    ), m as (
      insert into dialog_members (dialog_id, userid)
      select d.id, u from d, unnest($3::int[]) u
      union all select d.id, $4 from d where d.id % 2 = 0
    ) select id from d order by id`,
    [DIALOGS, MEMBERS, others.slice(0, MEMBERS - 1), reader],
  );
  return rows.map((row) => row.id);
}

/**
 * Grows the archive to `total` messages over three years: half Latin, a third Chinese, the rest Japanese. Later words
 * of the vocabulary are rarer; half of all messages are in one conversation.
 */
export async function fillTo(
  db: pg.Client,
  total: number,
  dialogs: readonly number[],
  people: readonly Person[],
  { latin, han, japanese }: Vocabulary,
): Promise<void> {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from messages');
  const added = total - (rows[0]?.n ?? 0);
  if (added <= 0) return;
  await db.query('set session_replication_role = replica');
  await db.query(
    `with said as (
      select n, case when n % 2 = 0 then ($1::int[])[2] else ($1::int[])[n / 2 % cardinality($1::int[]) + 1] end as dialog_id,
        case when n % 6 < 3 then (
          select string_agg(($3::text[])[1 + floor(power(random(), 2.2) * cardinality($3::text[]))::int], ' ')
          from generate_series(1, 6 + n % 7) w)
        when n % 6 < 5 then (
          select string_agg(($4::text[])[1 + floor(power(random(), 2.2) * cardinality($4::text[]))::int], '')
          from generate_series(1, 5 + n % 6) w)
        else (
          select string_agg(($5::text[])[1 + floor(power(random(), 2.2) * cardinality($5::text[]))::int], 'は')
          from generate_series(1, 3 + n % 4) w)
        end as words
      from generate_series(1, $2::int) n
    ), numbered as (
      select said.*, row_number() over (partition by dialog_id order by n)::int as nth from said
    )
    insert into messages (dialog_id, seq, userid, type, mtype, msg, search_key, send, created_at)
    select f.dialog_id, d.last_seq + f.nth, ($6::int[])[f.n % cardinality($6::int[]) + 1], 'text', 'text',
      jsonb_build_object('text', '<p>' || f.words || '</p>'), f.words, $7 - 1,
      now() - make_interval(secs => (1 - f.n / $2::float8) * $8 * 2592000)
    from numbered f join dialogs d on d.id = f.dialog_id order by f.n`,
    [dialogs, added, latin, han, japanese, people.slice(1, MEMBERS).map((each) => each.userid), MEMBERS, MONTHS],
  );
  await db.query(
    `update dialogs d set last_seq = m.seq, last_msg_id = m.id, last_at = m.at from
      (select dialog_id, max(seq) as seq, max(id) as id, max(created_at) as at from messages group by dialog_id) m
     where m.dialog_id = d.id`,
  );
}
