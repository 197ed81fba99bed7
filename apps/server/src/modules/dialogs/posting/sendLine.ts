import type pg from 'pg';
import { troubleOf } from '#platform/db/trouble';
import { type Draft, type Inserted, READ_BY_SENDER } from './sending.ts';

/** A plain send on its way to the database: it mentions nobody and replies to nothing. */
export interface PlainSend {
  draft: Draft;
  at: Date;
  mutation: string | undefined;
}

interface Waiting extends PlainSend {
  resolve(row: Inserted | undefined): void;
  reject(error: unknown): void;
}

type Sent = Omit<Inserted, 'created_at' | 'answered_num'> & { n: number };

/** Sends that arrive while a statement runs share the next one; more parallel statements would only share less. */
const TOGETHER = 64;

/**
 * Several sends as one statement, each as `SEND`. A conversation locked by another change is skipped, so that nobody
 * waits for other people's conversations; its sends, and those of non-members, are missing from the rows. Message ids
 * are taken while the conversation is locked: their order is that of `seq`.
 */
const SEND_MANY = `
with s as (
  select * from jsonb_to_recordset($1::jsonb) as x(n int, dialog_id int, userid int, at timestamptz, type text, mtype text,
    msg jsonb, search_key text, link int, bot int, silence int, forward_id int, mutation_id text)
), held as (
  select id from dialogs where id = any($2::int[]) and deleted_at is null order by id for update skip locked
), ranked as (
  select s.*, row_number() over (partition by s.dialog_id order by s.n)::int as rank from s join held on held.id = s.dialog_id
  where exists (select 1 from dialog_members dm where dm.dialog_id = s.dialog_id and dm.userid = s.userid)
), named as materialized (
  select ranked.*, nextval('messages_id_seq')::int as msg_id from ranked
), d as (
  update dialogs set last_seq = last_seq + g.count, last_msg_id = g.last, last_at = greatest(last_at, g.at), updated_at = g.at
  from (select dialog_id, count(*)::int, max(msg_id) as last, max(at) as at from named group by dialog_id) g where id = g.dialog_id
  returning id, last_seq - g.count as before, member_version, people - 1 as send, type, session_id
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, link, bot, silence, reply_id,
    mentions, mutation_id, forward_id, session_id, created_at, updated_at)
  overriding system value
  select msg_id, dialog_id, d.before + rank, userid, named.type, mtype, msg, search_key, send, link, bot, silence, 0,
    '{}', mutation_id, forward_id, d.session_id, at, at
  from named join d on d.id = dialog_id order by msg_id
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + g.seqs, updated_at = greatest(dm.updated_at, g.at)
  from (
    select dialog_id, userid, range_agg(int4range(before + rank, before + rank + 1)) as seqs, max(at) as at
    from named join d on d.id = dialog_id group by dialog_id, userid
  ) g
  where dm.dialog_id = g.dialog_id and dm.userid = g.userid
), e as (
  insert into events (type, action, aud, ref, data, at)
  select 'dialog', 'add', 'dialog', dialog_id, jsonb_build_object('id', msg_id), at from named order by msg_id
  returning id, (data->>'id')::int as msg_id
)
select n, named.msg_id as id, before + rank as seq, send, d.type as dialog_type, d.session_id, member_version, e.id as event_id
from named join d on d.id = dialog_id join e on e.msg_id = named.msg_id`;

/** `SEND_MANY` for a single send: half the plan, and a third less work for the database. */
const SEND_ONE = `
with d as (
  update dialogs set last_seq = last_seq + 1, last_msg_id = nextval('messages_id_seq'), last_at = greatest(last_at, $3), updated_at = $3
  where id = (select id from dialogs where id = $1 and deleted_at is null
    and exists (select 1 from dialog_members where dialog_id = $1 and userid = $2) for update skip locked)
  returning id, last_seq, last_msg_id, member_version, people - 1 as send, type, session_id
), m as (
  insert into messages (id, dialog_id, seq, userid, type, mtype, msg, search_key, send, link, bot, silence, reply_id,
    mentions, mutation_id, forward_id, session_id, created_at, updated_at)
  overriding system value
  select last_msg_id, id, last_seq, $2, $4, $5, $6::jsonb, $7, send, $8, $9, $10, 0, '{}', $11, $12, session_id, $3, $3 from d
), own as (
  update dialog_members dm set read = ${READ_BY_SENDER} + int4multirange(int4range(d.last_seq, d.last_seq + 1)),
    updated_at = greatest(dm.updated_at, $3)
  from d where dm.dialog_id = d.id and dm.userid = $2
), e as (
  insert into events (type, action, aud, ref, data, at)
  select 'dialog', 'add', 'dialog', id, jsonb_build_object('id', last_msg_id), $3 from d
  returning id
)
select 0 as n, d.last_msg_id as id, d.last_seq as seq, d.send, d.type as dialog_type, d.session_id, d.member_version, e.id as event_id
from d, e`;

/**
 * All plain sends, in order of arrival. A lone send goes at once; sends that arrive while statements run share the next
 * one, because a round trip and a commit cost more than a message (decision 0020).
 */
export class SendLine {
  readonly #pool: pg.Pool;
  readonly #alone: (send: PlainSend) => Promise<Inserted | undefined>;
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** Conversations with a send in progress: the next one waits, so that none overtakes. */
  readonly #busy = new Set<number>();

  /** `alone` runs sends that share no statement: it waits for a locked conversation, and reports errors. */
  constructor(pool: pg.Pool, alone: (send: PlainSend) => Promise<Inserted | undefined>) {
    this.#pool = pool;
    this.#alone = alone;
  }

  /** Undefined if the sender is not in the conversation, or it is gone. */
  send(send: PlainSend): Promise<Inserted | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...send, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#isRunning) return;
    const sends = this.#take();
    if (sends.length === 0) return;
    this.#isRunning = true;
    for (const { draft } of sends) this.#busy.add(draft.dialogId);
    void this.#write(sends);
  }

  /** Takes the first sends whose conversations are free. */
  #take(): Waiting[] {
    const [taken, left]: [Waiting[], Waiting[]] = [[], []];
    for (const each of this.#waiting) {
      const isNow = taken.length < TOGETHER && !this.#busy.has(each.draft.dialogId);
      (isNow ? taken : left).push(each);
    }
    this.#waiting = left;
    return taken;
  }

  async #write(sends: readonly Waiting[]): Promise<void> {
    const outcome = await this.#together(sends);
    this.#isRunning = false;
    const dialogs = Map.groupBy(sends.entries(), ([, { draft }]) => draft.dialogId);
    for (const [dialogId, here] of dialogs) void this.#finish(dialogId, here, outcome);
    this.#next();
  }

  async #finish(dialogId: number, here: readonly [number, Waiting][], { rows, trouble }: Outcome) {
    for (const [n, { resolve, reject, ...send }] of here) {
      const row = rows.get(n);
      if (row) resolve(row);
      else if (trouble) reject(trouble);
      // One after the other, to preserve their order.
      else await this.#alone(send).then(resolve, reject);
    }
    this.#busy.delete(dialogId);
    this.#next();
  }

  /**
   * A send that fails, for example by a mutation used before, fails the statement for all: then each runs alone and
   * gets its own error. If the connection was lost, nobody knows whether the sends were carried out, and none is
   * repeated: the client repeats a send with its mutation and finds it.
   */
  async #together(sends: readonly Waiting[]): Promise<Outcome> {
    try {
      const { rows } = await this.#pool.query<Sent>(statementOf(sends));
      const made = rows.map(
        ({ n, ...row }) => [n, { ...row, created_at: sends[n]?.at ?? new Date(), answered_num: null }] as const,
      );
      return { rows: new Map(made) };
    } catch (error) {
      return { rows: new Map(), ...(troubleOf(error) !== null && { trouble: error as Error }) };
    }
  }
}

interface Outcome {
  rows: ReadonlyMap<number, Inserted>;
  /** The database is away, full or the like. */
  trouble?: Error;
}

function statementOf(sends: readonly Waiting[]) {
  const [first, second] = sends;
  if (first && !second) return { name: 'send_one', text: SEND_ONE, values: valuesOf(first) };
  const dialogs = new Set(sends.map(({ draft }) => draft.dialogId));
  return { name: 'send_many', text: SEND_MANY, values: [JSON.stringify(sends.map(recordOf)), [...dialogs]] };
}

const valuesOf = ({ draft, at, mutation }: Waiting) => [
  draft.dialogId,
  draft.userid,
  at,
  draft.type,
  draft.mtype,
  JSON.stringify(draft.msg),
  draft.searchKey,
  Number(draft.link),
  Number(draft.isBot),
  Number(draft.silence),
  mutation ?? null,
  draft.forwardId ?? 0,
];

const recordOf = ({ draft, at, mutation }: Waiting, n: number) => ({
  n,
  dialog_id: draft.dialogId,
  userid: draft.userid,
  at,
  type: draft.type,
  mtype: draft.mtype,
  msg: draft.msg,
  search_key: draft.searchKey,
  link: Number(draft.link),
  bot: Number(draft.isBot),
  silence: Number(draft.silence),
  forward_id: draft.forwardId ?? 0,
  mutation_id: mutation ?? null,
});
