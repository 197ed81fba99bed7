import type { Language } from '@atrium/i18n/translate.ts';
import type { CompiledQuery, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { App } from './app.ts';
import { type AuditEntry, compileAudit } from './audit.ts';
import type { Reader, Writer } from './db/pool.ts';
import { inTransaction, OutcomeUnknown } from './db/transaction.ts';
import type { DB } from './db/types.ts';
import { CommitOrder } from './events/commitOrder.ts';
import { type Emit, NODE_NOTICE, type NoticeTopic, type PendingEvent, type Topics } from './events/events.ts';
import { compileEvents, withIds } from './events/outbox.ts';
import { fail } from './fail.ts';

export interface Caller {
  /** 0 for an anonymous caller. */
  userid: number;
  deviceId: number;
  identity: readonly string[];
  nickname: string;
  tel: string;
  isBot: boolean;
  /** The reason why a signed-in person is treated as signed out in calls that are open to everybody. */
  heldBack?: 'password.temporary' | 'factor.required' | null | undefined;
  lang: Language;
  /** The language named by the call itself. A browser's preference does not count as the person's choice. */
  namedLang?: Language | undefined;
  /** The caller's own live connection, which does not get the events of the call. */
  fd: string;
  ip: string;
  userAgent: string;
  /** The access token of the request, which may do only this. */
  accessToken?:
    | {
        id: number;
        /** The app whose token it is; null for a token of a person. */
        app: string | null;
        scopes: readonly string[];
        expiredAt: Date | null;
        /** Only the tools of `/mcp` accept it. */
        isForTools: boolean;
        /** The user name of an app password, which only `/dav` accepts. */
        davId: string | null;
      }
    | undefined;
  /** The token of the request, for answers that return it. */
  token: string;
}
export const isAdmin = (caller: Caller) => caller.identity.includes('admin');
export const isTemp = (caller: Caller) => caller.identity.includes('temp');

export interface View {
  /** Reads outside a transaction: each statement sees the latest commit. */
  tx: Reader;
  caller: Caller;
  now: Date;
  app: App;
}

/**
 * A view that may also write, with each statement committed separately: in routes of mode `direct`, jobs and followers.
 */
export interface WritingView extends View {
  tx: Writer;
}

/** A caller without a sign-in. */
export const anonymousCaller: Caller = {
  userid: 0,
  deviceId: 0,
  identity: [],
  nickname: '',
  tel: '',
  isBot: false,
  lang: 'en',
  fd: '',
  ip: '',
  userAgent: '',
  token: '',
};

/** A view outside the calls: for downloads and live connections. Without a session it is an anonymous one. */
export const viewFor = (app: App, session?: Partial<Caller>): WritingView => ({
  tx: app.db,
  app,
  now: new Date(),
  caller: { ...anonymousCaller, ...session },
});

/** The same view for reads that may be a second old. */
export const onReplica = (view: View): View => ({ ...view, tx: view.app.readDb });

/** The unit of work: one transaction with its events and jobs. There is no other way to emit events or enqueue jobs. */
export interface Work extends WritingView {
  tx: Transaction<DB>;
  /** True if the caller gave the change an id: their own connection then gets its events too. */
  isNamed: boolean;
  emit: Emit;
  enqueue(job: string, payload: Record<string, unknown>): void;
  /** Adds a row to the audit log, committed together with the change. */
  audit(entry: AuditEntry): void;
  /** Adds a statement whose result is not awaited. It keeps its place among the others; if it fails, the transaction fails. */
  trail(query: CompiledQuery): void;
  /**
   * Tells every node of this workspace, this one included, once the change is committed. `unsure` is sent instead on
   * this node if the connection was lost before the commit was answered; by default it is the same message.
   */
  tellNodes<T extends NoticeTopic>(topic: T, message: Topics[T], unsure?: Topics[T]): void;
  /**
   * Runs after commit: for invalidating caches, never for changes. `unsure` runs instead if the connection was lost
   * before the commit was answered, and must be right in both cases.
   */
  afterCommit(run: () => void, unsure?: () => void): void;
}

/** SQLSTATEs after which the transaction is retried: serialization failure, deadlock. */
const RETRY = new Set(['40001', '40P01']);
const TRIES = 4;

/**
 * Runs a change in one transaction. `mutation` is its id: if it was carried out before, nothing changes and the first
 * answer is returned. Serialization failures and deadlocks are retried.
 */
export async function performWork<T>(
  app: App,
  caller: Caller,
  run: (work: Work) => Promise<T>,
  mutation?: { id: string; path: string },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await performOnce(app, caller, run, mutation);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= TRIES || !code || !RETRY.has(code)) throw error;
    }
  }
}

/** Adds a row to the audit log where nothing else is changed: for refusals. */
export const recordAudit = (app: App, caller: Caller, entry: AuditEntry): Promise<void> =>
  performWork(app, caller, async (work) => work.audit(entry));

async function performOnce<T>(
  app: App,
  caller: Caller,
  run: (work: Work) => Promise<T>,
  mutation?: { id: string; path: string },
): Promise<T> {
  const pending: PendingEvent[] = [];
  const after: { run: () => void; unsure: (() => void) | undefined }[] = [];
  const order = orderOf(app);
  let slot: ReturnType<CommitOrder['written']> | undefined;
  const outcome = await inTransaction(app.pool, async (tx, trail) => {
    const work: Work = {
      tx,
      caller,
      now: new Date(),
      app,
      isNamed: mutation !== undefined,
      emit(kind, audience, data, variants) {
        pending.push({
          type: kind.type,
          action: kind.action,
          data,
          audience,
          ...(variants && { variants }),
          // Our own clients give mutations an id and expect their events; other clients send `fd` and expect none.
          ...(mutation ? { extra: { mutation: mutation.id } } : { skipFd: caller.fd }),
        });
      },
      enqueue(job, payload) {
        trail(sql`select graphile_worker.add_job(${job}, payload => ${JSON.stringify(payload)}::json)`.compile(tx));
      },
      audit(entry) {
        trail(compileAudit(tx, caller, entry));
        work.afterCommit(() => app.metrics.audited.inc({ action: entry.action }));
      },
      trail,
      afterCommit(action, unsure) {
        after.push({ run: action, unsure });
      },
      tellNodes(topic, message, unsure = message) {
        work.afterCommit(
          () => app.bus.publish(topic, message),
          () => app.bus.publish(topic, unsure),
        );
        if (app.cluster) pending.push({ type: NODE_NOTICE, action: topic, data: message, audience: { aud: 'nodes' } });
      },
    };
    const answer = mutation ? await runOnce(work, run, mutation) : await run(work);
    const last = pending.length > 0 ? [compileEvents(tx, pending)] : [];
    if (mutation) last.push(compileAnswer(tx, caller.userid, mutation.id, answer));
    if (pending.length === 0) return { answer, last };
    const onResult = ({ rows }: { rows: { id?: unknown }[] }) => {
      slot = order.written(Number(rows[0]?.id));
    };
    return { answer, last, onResult };
  }).catch(async (error: unknown) => {
    if (error instanceof OutcomeUnknown) {
      const unknown = slot ?? order.barrier();
      const settle = () => {
        for (const { unsure } of after) unsure?.();
        order.settle(unknown);
      };
      // The event log shows whether the transaction was committed. Later events wait until that is known.
      for (const { unsure } of after) unsure?.();
      void app.announcer.whenKnown().then(settle);
      throw error;
    }
    if (slot) order.settle(slot);
    if (error instanceof Repeated && mutation) return { first: await firstAnswer(app, caller.userid, mutation) };
    throw error;
  });
  if ('first' in outcome) return outcome.first as T;
  for (const { run: action } of after) action();
  const ids = pending.length > 0 ? (outcome.results[0]?.rows ?? []) : [];
  const lastId = Number(ids.at(-1)?.id ?? 0);
  if (lastId > 0) app.ownWrites.note(caller.userid, lastId);
  const committedAt = Date.now();
  const publish = () => {
    for (const event of withIds(pending, ids, committedAt)) app.announcer.announce({ ...event, by: caller.userid });
  };
  if (slot) order.settle(slot, publish);
  else publish();
  return outcome.answer;
}

const orders = new WeakMap<App, CommitOrder>();
function orderOf(app: App): CommitOrder {
  const order = orders.get(app) ?? new CommitOrder();
  orders.set(app, order);
  return order;
}

/** Thrown if the mutation was carried out before: this transaction is rolled back, and the first answer is returned. */
class Repeated extends Error {}

/**
 * Inserts the mutation's id while the change is already being made, because repetitions are rare and rolled back. A
 * second transaction with the same id waits for the first to end.
 */
async function runOnce<T>(
  work: Work,
  run: (work: Work) => Promise<T>,
  { id, path }: { id: string; path: string },
): Promise<T> {
  const taking = work.tx
    .insertInto('mutations')
    .values({ userid: work.caller.userid, mutation_id: id, path, answer: '{}' })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  const [taken, answer] = await Promise.allSettled([taking, run(work)]);
  // If inserting the mutation failed, everything after it failed too, with a less specific error.
  if (taken.status === 'rejected') throw taken.reason;
  // An error of a repetition, such as that the thing is deleted already, is not its answer.
  if (!taken.value.numInsertedOrUpdatedRows) throw new Repeated();
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

const compileAnswer = (tx: Transaction<DB>, userid: number, id: string, answer: unknown): CompiledQuery =>
  tx
    .updateTable('mutations')
    .set({ answer: JSON.stringify(answer ?? {}) })
    .where('userid', '=', userid)
    .where('mutation_id', '=', id)
    .compile();

/** @throws parameter  if the id was used by another call */
async function firstAnswer(app: App, userid: number, { id, path }: { id: string; path: string }): Promise<unknown> {
  const first = await app.db
    .selectFrom('mutations')
    .select(['answer', 'path'])
    .where('userid', '=', userid)
    .where('mutation_id', '=', id)
    .executeTakeFirstOrThrow();
  if (first.path !== path) throw fail('parameter', { name: 'mutation' });
  return first.answer;
}
