import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Log } from '../log.ts';
import { type Audience, type CommittedEvent, type EventBus, NODE_NOTICE } from './events.ts';
import { LogOrder } from './logOrder.ts';
import { resumeXid } from './resumeXid.ts';

/** Interval of comparing the log with the announced events. */
const TICK_MS = 500;
/** An event that is in the log for this long and was not announced is announced from the log. */
const GRACE_MS = 1000;
/** Both times while the bus between the nodes is down, when only the log brings the events of other nodes. */
const TICK_ALONE_MS = 200;
const GRACE_ALONE_MS = 100;
/** The number of ids that are read at a time. */
const BATCH = 5000;
/** The number of ids announced from the log that are remembered, for a writer that announces the same event late. */
const REMEMBERED = 20_000;
/** The time after which events are no longer held back for a transaction whose outcome is unknown. */
const UNSURE_MS = 5000;

/** A place in the log: every committed event of a transaction below `xid` has been announced. */
export interface LogPlace {
  xid: string;
  /** The database's Unix time when the place was determined. */
  seconds: number;
  /** The highest event id that was visible then. */
  id: number;
}

/** The other nodes of this workspace. */
export interface Relay {
  /** Tells the other nodes of an event that was announced here. */
  tell(topic: 'event', event: CommittedEvent): void;
  /** True if the other nodes receive messages. */
  readonly isUp: boolean;
}

/** Reads events from the log, addressed to those who may still see them, in order of ids. */
export type LoadEvents = (ids: readonly number[]) => Promise<CommittedEvent[]>;

interface Snapshot {
  /** Transaction id at the place that the snapshot shows. */
  xid: string;
  xmin: string;
  xmax: string;
  seconds: number;
  fresh: number[];
  filled: number[];
  /**
   * The ids among `fresh` and `filled` that end rights at other nodes, such as a sign-out. They do not wait for earlier
   * ones.
   */
  urgent: number[];
}

/** A transaction whose outcome is unknown. */
interface Unsure {
  since: number;
  /** `xmax` of the first snapshot after the connection was lost. */
  xmax: bigint | undefined;
  /** The ids that were in the log when the transaction ended, and are not announced yet. */
  open: Set<number> | undefined;
  resolve: () => void;
}

/**
 * Announces every committed event to this server's sockets exactly once, even if the writer never learned that its
 * commit succeeded.
 *
 * 1. A writer announces early, right after its commit.
 * 2. Twice a second the log is compared with the announced events. Event ids come from a sequence, so a transaction in
 *    progress shows as a gap; a gap is checked again until every transaction that could fill it has ended.
 * 3. An event that is in the log for a second without having been announced is read from the log and announced; one for
 *    the nodes, such as a sign-out, at once.
 * 4. `announced` advances only over announced events: cursors are made from it.
 * 5. With several nodes, the one that wrote an event tells the others, and each puts them into the log's order
 *    (`logOrder.ts`). What the bus loses comes from the log, as in 3.
 */
export class Announcer {
  readonly #db: Db;
  readonly #bus: EventBus;
  readonly #log: Log;
  readonly #relay: Relay | undefined;
  /** Undefined if this is the only node: then `CommitOrder` alone keeps the order. */
  readonly #order: LogOrder | undefined;
  #load: LoadEvents | undefined;
  /** Ids that writers announced and that were not compared with the log yet. */
  readonly #early = new Set<number>();
  /** Ids found in the log before their writer announced them, with the time. */
  readonly #awaited = new Map<number, number>();
  /** Ids announced from the log. */
  readonly #fromLog = new Set<number>();
  /** Ids that were skipped, with the `xmax` of the snapshot that skipped them. */
  readonly #gaps = new Map<number, bigint>();
  /** The highest id compared. */
  #highest = 0;
  #delivered = 0;
  #beginnings = 0;
  /** The place that becomes `announced` once these ids are announced. */
  #candidate: { place: LogPlace; open: Set<number> } | undefined;
  #announced: LogPlace | undefined;
  readonly #unsure = new Set<Unsure>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(db: Db, bus: EventBus, log: Log, relay?: Relay) {
    this.#db = db;
    this.#bus = bus;
    this.#log = log;
    this.#relay = relay;
    this.#order =
      relay &&
      new LogOrder({
        deliver: (event) => this.#deliver(event),
        lookUp: (after, before) => this.#lookUp(after, before),
      });
  }

  get announced(): LogPlace | undefined {
    return this.#announced;
  }
  /** The highest id that was seen in the log or announced. */
  get highest(): number {
    return Math.max(this.#highest, this.#delivered);
  }

  /** Starts comparing. Earlier servers have announced everything that is in the log already. */
  async start(load: LoadEvents): Promise<void> {
    this.#load = load;
    await this.#begin();
    this.#schedule();
  }

  /** The number of starts. A place from before the last start may belong to changes that were lost. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** Forgets what a standby that was promoted does not have: its log may give the same ids to other events. */
  async startAfresh(): Promise<void> {
    for (const ids of [this.#early, this.#awaited, this.#fromLog, this.#gaps]) ids.clear();
    this.#candidate = undefined;
    await this.#begin();
  }

  async #begin(): Promise<void> {
    const { rows } = await sql<{ highest: number; xid: string; seconds: number }>`
      select coalesce((select max(id) from events), 0) as highest, extract(epoch from now())::int as seconds,
        ${resumeXid} as xid`.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error('the event log gave no answer');
    this.#highest = Number(row.highest);
    this.#delivered = 0;
    this.#beginnings++;
    this.#order?.start(this.#highest);
    this.#announced = { xid: row.xid, seconds: row.seconds, id: this.#highest };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#order?.close();
    await this.#running;
  }

  /** Announces an event of this node whose commit was confirmed. */
  announce(event: CommittedEvent): void {
    this.#relay?.tell('event', event);
    // The effect on this node has happened already.
    this.#accept(event.audience.aud === 'nodes' ? { ...event, audience: NOBODY } : event);
  }

  /** Announces an event that another node has announced. */
  receive(event: CommittedEvent): void {
    // A node of another release wrote this in a different format, so the event is read from the log instead.
    if (!Number.isSafeInteger(event.id) || typeof event.audience?.aud !== 'string') return;
    if (!this.#early.has(event.id)) this.#accept(event);
  }

  #accept(event: CommittedEvent): void {
    if (this.#fromLog.has(event.id)) return;
    if (!this.#awaited.delete(event.id) && this.#load) this.#early.add(event.id);
    if (this.#order) this.#order.add(event);
    else this.#deliver(event);
  }

  #deliver(event: CommittedEvent): void {
    this.#settled(event.id);
    this.#delivered = Math.max(this.#delivered, event.id);
    try {
      if (event.audience.aud === 'nodes') this.#bus.publish(event.action as 'session', event.data as never);
      else this.#bus.publish('event', event);
    } catch (error) {
      // An error in one event must not keep the others from being announced.
      this.#log.error({ err: error, event: event.id }, 'an event could not be delivered');
    }
  }

  /** Reads events between two ids that no node has announced to this one. */
  async #lookUp(after: number, before: number): Promise<CommittedEvent[]> {
    const { rows } = await sql<{ id: number }>`
      select id from events where id > ${after} and id < ${before} order by id`.execute(this.#db);
    const ids = rows.map(({ id }) => Number(id)).filter((id) => !this.#order?.has(id) && !this.#fromLog.has(id));
    if (ids.length === 0 || !this.#load) return [];
    const events = await this.#loadEach(this.#load, ids);
    // Some of them may have been announced meanwhile.
    const open = new Set(ids.filter((id) => !this.#order?.has(id) && !this.#fromLog.has(id)));
    this.#tookFromLog(open);
    // Events without receivers at this node are not loaded.
    const loaded = new Set(events.map(({ id }) => id));
    for (const id of open) if (!loaded.has(id)) this.#settled(id);
    return events.filter(({ id }) => open.has(id));
  }

  /**
   * Resolves once a transaction whose commit was sent and never answered has been announced from the log, or is known
   * to have failed.
   */
  whenKnown(): Promise<void> {
    return new Promise((resolve) => {
      this.#unsure.add({ since: performance.now(), xmax: undefined, open: undefined, resolve });
    });
  }

  get #isAlone(): boolean {
    return this.#relay?.isUp === false;
  }

  #schedule(ms = this.#isAlone ? TICK_ALONE_MS : TICK_MS): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#compare().then(
        (isMore) => this.#schedule(isMore ? 0 : undefined),
        (error: unknown) => {
          this.#log.warn({ err: error }, 'the event log could not be compared with what was announced');
          this.#schedule(2 * TICK_MS);
        },
      );
    }, ms);
    this.#timer.unref();
  }

  /** Returns whether there is more to compare. */
  async #compare(): Promise<boolean> {
    const snapshot = await this.#read();
    this.#note(snapshot);
    await this.#announceOverdue();
    this.#advance(snapshot);
    this.#resolveUnsure(snapshot);
    return snapshot.fresh.length === BATCH;
  }

  async #read(): Promise<Snapshot> {
    const gaps = [...this.#gaps.keys()];
    const { rows } = await sql<Snapshot>`
      select ${resumeXid} as xid, pg_snapshot_xmin(snap)::text as xmin, pg_snapshot_xmax(snap)::text as xmax, extract(epoch from now())::int as seconds,
        coalesce(fresh, '[]') as fresh, coalesce(filled, '[]') as filled, coalesce(urgent, '[]') as urgent
      from pg_current_snapshot() snap, lateral (
        select jsonb_agg(id order by id) filter (where id > ${this.#highest}) as fresh,
          jsonb_agg(id) filter (where id <= ${this.#highest}) as filled, jsonb_agg(id) filter (where type = ${NODE_NOTICE}) as urgent
        from (
          (select id, type from events where id > ${this.#highest} order by id limit ${BATCH})
          union all select id, type from events where id = any(${gaps}::bigint[])
        ) f
      ) found`.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error('the event log gave no answer');
    return row;
  }

  #note({ xmin, xmax, fresh, filled, urgent }: Snapshot): void {
    const now = performance.now();
    for (const id of [...filled, ...fresh]) {
      this.#gaps.delete(id);
      if (!this.#early.delete(id) && !this.#fromLog.has(id)) this.#awaited.set(id, now);
    }
    for (const id of urgent) if (this.#awaited.has(id)) this.#awaited.set(id, Number.NEGATIVE_INFINITY);
    for (const [id, seen] of this.#gaps) if (BigInt(xmin) >= seen) this.#gaps.delete(id);
    for (const id of fresh) {
      for (let gap = this.#highest + 1; gap < id; gap++) this.#gaps.set(gap, BigInt(xmax));
      this.#highest = id;
    }
  }

  async #announceOverdue(): Promise<void> {
    const due = performance.now() - (this.#isAlone ? GRACE_ALONE_MS : GRACE_MS);
    const ids = [...this.#awaited].filter(([, found]) => found <= due).map(([id]) => id);
    if (ids.length === 0 || !this.#load) return;
    ids.sort((a, b) => a - b);
    const events = await this.#loadEach(this.#load, ids);
    // A writer may have announced some of them meanwhile.
    const open = new Set(ids.filter((id) => this.#awaited.has(id)));
    this.#tookFromLog(open);
    const loaded = new Set<number>();
    for (const event of events) {
      if (!open.has(event.id)) continue;
      loaded.add(event.id);
      if (this.#order) this.#order.add(event);
      else this.#deliver(event);
    }
    for (const id of open) if (!loaded.has(id)) this.#settled(id);
    if (!this.#isAlone) {
      this.#log.info({ events: open.size }, 'announced events from the log that their writers had not announced');
    }
  }

  /** Remembers that these are announced from the log: their writer's announcement is ignored. */
  #tookFromLog(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#awaited.delete(id);
      this.#fromLog.add(id);
    }
    for (const id of this.#fromLog) {
      if (this.#fromLog.size <= REMEMBERED) break;
      this.#fromLog.delete(id);
    }
  }

  /** An unreadable event must not block the others: it is skipped and logged. */
  async #loadEach(load: LoadEvents, ids: readonly number[]): Promise<CommittedEvent[]> {
    try {
      return await load(ids);
    } catch (error) {
      // Other errors are temporary, such as a broken connection, and the events are read again in a moment.
      if (!isOfData(error)) throw error;
      if (ids.length === 1) {
        this.#log.error({ err: error, event: ids[0] }, 'an event in the log cannot be read and is not announced');
        return [];
      }
    }
    const half = Math.ceil(ids.length / 2);
    const first = await this.#loadEach(load, ids.slice(0, half));
    return [...first, ...(await this.#loadEach(load, ids.slice(half)))];
  }

  #settled(id: number): void {
    const { open } = this.#candidate ?? {};
    if (open?.delete(id) && open.size === 0) this.#confirm();
  }

  #advance({ xid, seconds, fresh }: Snapshot): void {
    // Events after a full batch are not known yet.
    if (this.#candidate || fresh.length === BATCH) return;
    const open = new Set([...this.#awaited.keys(), ...(this.#order?.held ?? [])]);
    this.#candidate = { place: { xid, seconds, id: this.#highest }, open };
    if (open.size === 0) this.#confirm();
  }

  #confirm(): void {
    this.#announced = this.#candidate?.place;
    this.#candidate = undefined;
  }

  #resolveUnsure({ xmin, xmax }: Snapshot): void {
    for (const each of this.#unsure) {
      each.xmax ??= BigInt(xmax);
      const isEnded = BigInt(xmin) >= each.xmax || performance.now() - each.since > UNSURE_MS;
      if (isEnded) each.open ??= new Set(this.#awaited.keys());
      for (const id of each.open ?? []) if (!this.#awaited.has(id)) each.open?.delete(id);
      if (each.open?.size !== 0) continue;
      this.#unsure.delete(each);
      each.resolve();
    }
  }
}

const NOBODY: Audience = { aud: 'users', users: [] };

/** True if an error concerns the data itself (SQLSTATE class 22), so that it would recur every time. */
const isOfData = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  ((error as { code?: string }).code ?? '').startsWith('22');
