import type pg from 'pg';
import { databaseErrorCode } from '#platform/db/databaseErrors';
import type { Draft, Inserted } from './newMessage.ts';
import { SEND_ONE, SEND_TOGETHER } from './send.queries.ts';

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

/** The largest number of sends that share a statement. */
const TOGETHER = 64;
/**
 * How many sends must wait to start a statement, by the number of those that run. A second one uses the processors while
 * the first waits for the disk. With few sends, two small statements cost more than one.
 */
const ENOUGH = [1, 24];

/**
 * All plain sends, in order of arrival. A lone send goes at once; sends that arrive while statements run share the next
 * one, because a round trip and a commit cost more than a message (decision 0020).
 */
export class SendQueue {
  readonly #pool: pg.Pool;
  readonly #alone: (send: PlainSend) => Promise<Inserted | undefined>;
  #waiting: Waiting[] = [];
  #running = 0;
  /** Conversations with a send in progress: the next one waits, so that none overtakes. */
  readonly #busy = new Set<number>();

  /** `alone` runs sends that share no statement: it waits for a locked conversation, and reports errors. */
  constructor(pool: pg.Pool, alone: (send: PlainSend) => Promise<Inserted | undefined>) {
    this.#pool = pool;
    this.#alone = alone;
  }

  /** Resolves with undefined if the sender is not in the conversation, or the conversation is gone. */
  send(send: PlainSend): Promise<Inserted | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...send, resolve, reject });
      // A send of a busy conversation cannot go now and makes nothing else possible, so a burst into one conversation
      // is not searched each time.
      if (!this.#busy.has(send.draft.dialogId)) this.#next();
    });
  }

  #next(): void {
    const enough = ENOUGH[this.#running];
    if (enough === undefined || this.#waiting.length < enough) return;
    const sends = this.#take(enough);
    if (sends.length === 0) return;
    this.#running += 1;
    for (const { draft } of sends) this.#busy.add(draft.dialogId);
    void this.#write(sends);
  }

  /** Takes the first sends whose conversations are free; none if there are fewer than `atLeast`. */
  #take(atLeast: number): Waiting[] {
    const [taken, left]: [Waiting[], Waiting[]] = [[], []];
    for (const each of this.#waiting) {
      const isNow = taken.length < TOGETHER && !this.#busy.has(each.draft.dialogId);
      (isNow ? taken : left).push(each);
    }
    if (taken.length < atLeast) return [];
    this.#waiting = left;
    return taken;
  }

  async #write(sends: readonly Waiting[]): Promise<void> {
    const outcome = await this.#together(sends);
    this.#running -= 1;
    const dialogs = Map.groupBy(sends.entries(), ([, { draft }]) => draft.dialogId);
    for (const [dialogId, here] of dialogs) void this.#finish(dialogId, here, outcome);
    this.#next();
  }

  async #finish(dialogId: number, here: readonly [number, Waiting][], { rows, trouble }: Outcome) {
    for (const [n, { resolve, reject, ...send }] of here) {
      const row = rows.get(n);
      if (row) resolve(row);
      else if (trouble) reject(trouble);
      // Sends run alone one after the other, so that their order is preserved.
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
      return { rows: new Map(), ...(databaseErrorCode(error) !== null && { trouble: error as Error }) };
    }
  }
}

interface Outcome {
  rows: ReadonlyMap<number, Inserted>;
  /** The error if the database is away, full or the like. */
  trouble?: Error;
}

function statementOf(sends: readonly Waiting[]) {
  const [first, second] = sends;
  if (first && !second) return { name: 'send_one', text: SEND_ONE, values: valuesOf(first) };
  const dialogs = new Set(sends.map(({ draft }) => draft.dialogId));
  return { name: 'send_together', text: SEND_TOGETHER, values: [JSON.stringify(sends.map(recordOf)), [...dialogs]] };
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
