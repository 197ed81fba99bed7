import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { App } from '../app.ts';
import type { View } from '../work.ts';

/**
 * Followers of the event log (decision 13). Each has a place in the log, stored in `meta` under its name, and advances
 * it in the transaction that handles the events, so that none is skipped. An event is read once all older transactions
 * have ended.
 */
export interface LoggedEvent {
  id: string;
  xid: string;
  at: Date;
  type: string;
  action: string;
  /** Id of the event's subject. */
  ref: number | null;
  ids: number[] | null;
}

/** A part of the server that handles every event, a fraction of a second after it. */
export interface Follower {
  name: string;
  /** While this is false, the follower takes no step. */
  isWanted: (app: App) => boolean | Promise<boolean>;
  /** The pause between steps, in milliseconds, in which events gather; by default `SOON_MS`. */
  pauseMs?: number | undefined;
  /** Does the next piece of work. False if none is left, or another server is working. */
  step: (app: App) => Promise<boolean>;
}

interface FollowerParts<T> {
  /** The name under which its place in the log is stored in `meta`. */
  name: string;
  /** While this is false, the follower takes no step, and events that are older than a minute are skipped. */
  isWanted?: (app: App) => boolean | Promise<boolean>;
  /** Handles the next events, in the transaction that moves its place past them. */
  take: (tx: Writer, events: readonly LoggedEvent[], app: App) => Promise<T>;
  /** Work for when few events are new. Returns whether there was any. */
  whenIdle?: (tx: Writer) => Promise<boolean>;
  /** The same pause as in `Follower`. */
  pauseMs?: number;
  /** Called after the commit with the handled events. */
  after?: (app: App, taken: T) => void | Promise<void>;
}

const EVENTS_PER_STEP = 1000;
/** First number of the advisory locks of followers; the second is made from the name. */
const FOLLOWER_LOCKS = 4_217_003;

/**
 * Creates a follower. One server at a time takes a step; the others find its lock taken and wait for their next turn.
 */
export function follower<T>({ name, isWanted, take, whenIdle, after, pauseMs }: FollowerParts<T>): Follower {
  let skippedAt = 0;
  const unwantedUntil = new WeakMap<App, number>();
  const step = async (app: App) => {
    if (performance.now() < (unwantedUntil.get(app) ?? 0)) return false;
    if (isWanted && !(await isWanted(app))) {
      unwantedUntil.set(app, performance.now() + UNWANTED_MS);
      if (performance.now() - skippedAt < SKIP_EVERY_MS) return false;
      skippedAt = performance.now();
      await skipOld(app.db, name);
      return false;
    }
    const taken = await app.db.transaction().execute(async (tx): Promise<{ isMore: boolean; taken?: T }> => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${FOLLOWER_LOCKS}, hashtext(${name})) as mine`.execute(tx);
      if (!rows[0]?.mine) return { isMore: false };
      const events = await nextEvents(tx, name, EVENTS_PER_STEP);
      const last = events.at(-1);
      const found = last && { taken: await take(tx, events, app) };
      if (last) await keepPlace(tx, name, last);
      // Events that arrive meanwhile are handled together in a moment, because a step for each few costs more than the
      // events.
      const isMore = events.length === EVENTS_PER_STEP || ((await whenIdle?.(tx)) ?? false);
      return { isMore, ...found };
    });
    if ('taken' in taken) await after?.(app, taken.taken as T);
    return taken.isMore;
  };
  return { name, step, pauseMs, isWanted: isWanted ?? (() => true) };
}

/** The ids of messages that these events announce. */
export const addedMessages = (events: readonly LoggedEvent[]): number[] =>
  events.flatMap(({ type, action, ref }) => (type === 'dialog' && action === 'add' && ref ? [ref] : []));

async function nextEvents(tx: View['tx'], follower: string, limit: number): Promise<LoggedEvent[]> {
  // A place beyond every transaction is that of another database, from which this one was restored: all events are
  // read.
  const { rows } = await sql<LoggedEvent>`
    with place as materialized (
      select case when split_part(value, '.', 1)::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then '0'
        else split_part(value, '.', 1) end::xid8 as xid, split_part(value, '.', 2)::bigint as id
      from meta where name = ${follower}
      union all select '0', 0 where not exists (select from meta where name = ${follower})
    )
    select id::text as id, xid::text as xid, at, type, action,
      (data ->> case when type = 'user' then 'userid' else 'id' end)::int as ref,
      case when jsonb_typeof(data -> 'ids') = 'array' then array(select jsonb_array_elements_text(data -> 'ids')::int) end as ids
    from events
    where xid >= (select xid from place) and (xid, id) > (select xid, id from place)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by events.xid, events.id limit ${limit}`.execute(tx);
  return rows;
}

/** True if a follower has handled an event, by id. */
export async function hasHandled(db: View['tx'], follower: string, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from meta m, events e where m.name = ${follower} and e.id = ${eventId}
      and (e.xid, e.id) <= (split_part(m.value, '.', 1)::xid8, split_part(m.value, '.', 2)::bigint)`.execute(db);
  return rows.length > 0;
}

const keepPlace = (tx: Writer, follower: string, last: LoggedEvent) =>
  sql`update meta set value = ${`${last.xid}.${last.id}`} where name = ${follower}`.execute(tx);

/** The answer that a follower is not needed is reused for this long, because under load every step would ask again. */
const UNWANTED_MS = 1000;
/** The interval at which a follower that is not needed skips events that it will never handle. */
const SKIP_EVERY_MS = 60_000;

/**
 * Moves the place of a follower that is not needed. Otherwise the first event that concerns it would wait for the whole
 * log. The last minute is not skipped, because a node may learn a moment late that the follower is wanted.
 */
const skipOld = (db: Writer, follower: string) =>
  sql`
    update meta set value = newest.xid::text || '.' || newest.id
    from (select xid, id from events
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and at < now() - interval '1 minute'
      order by xid desc, id desc limit 1) newest
    where name = ${follower} and value like '%.%'
      and (newest.xid, newest.id) > (split_part(value, '.', 1)::xid8, split_part(value, '.', 2)::bigint)`.execute(db);

const SOON_MS = 200;
const IDLE_MS = 5000;
/** Attempts to read an announced event: for a moment it may be hidden behind an older transaction. */
const TRIES = 10;
/** Pause after a step, as a multiple of its duration: a follower takes a third of the time at most. */
const REST = 2;
/** The longest pause, because one slow step does not predict the next. */
const MOST_REST_MS = 2000;

const hurries = new WeakMap<App, Map<string, () => void>>();
const running = new WeakMap<App, Follower[]>();

/** The age of the oldest event that each follower has not handled, in seconds. */
export async function followerLags(app: App): Promise<{ name: string; seconds: number }[]> {
  const followers = running.get(app) ?? [];
  const wanted = await Promise.all(followers.map(async ({ isWanted }) => isWanted(app)));
  const names = followers.filter((_, at) => wanted[at]).map(({ name }) => name);
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string; seconds: number }>`
    select m.name, coalesce((
      select extract(epoch from now() - min(e.at)) from events e
      where e.xid >= split_part(m.value, '.', 1)::xid8
        and (e.xid, e.id) > (split_part(m.value, '.', 1)::xid8, split_part(m.value, '.', 2)::bigint)
        and e.xid < pg_snapshot_xmin(pg_current_snapshot())), 0)::float8 as seconds
    from meta m where m.name = any(${names}) and m.value like '%.%'`.execute(app.db);
  return rows;
}

/** Lets a follower take its next step now. False if it does not run in this process; the leader steps on its own schedule. */
export function runFollowerNow(app: App, name: string): boolean {
  const run = hurries.get(app)?.get(name);
  run?.();
  return run !== undefined;
}

/** Takes steps, a fraction of a second behind the log, until it is stopped. Returns a function that stops it. */
export function follow(app: App, follower: Follower): () => Promise<void> {
  const { name, step, pauseMs = SOON_MS } = follower;
  running.set(app, [...(running.get(app) ?? []), follower]);
  let isStopping = false;
  let isSummoned = false;
  let tries = 0;
  let isIdle = false;
  let isHurried = false;
  let endRest = () => {};
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const followers = hurries.get(app) ?? new Map<string, () => void>();
  hurries.set(app, followers);
  followers.set(name, () => {
    isHurried = true;
    endRest();
  });
  const forget = app.bus.subscribe('event', () => {
    if (isSummoned) return;
    isSummoned = true;
    if (isIdle) endRest();
  });
  const work = async () => {
    while (!isStopping) {
      isHurried = false;
      // Another node runs the follower, and this one takes over when that node is gone.
      if (!app.database.isLeader) {
        await rest(SOON_MS);
        continue;
      }
      const began = performance.now();
      const isMore = await step(app).catch((error: unknown) => {
        app.log.warn({ err: error, follower: name }, 'could not follow the event log');
        return false;
      });
      const took = performance.now() - began;
      tries = isMore || isSummoned ? TRIES : Math.max(0, tries - 1);
      isSummoned = false;
      isIdle = tries === 0;
      if (isIdle) await rest(IDLE_MS);
      isIdle = false;
      if (isStopping) return;
      // Events that arrive during this pause are handled together.
      if (!isHurried) await rest(Math.min(Math.max(isMore ? 0 : pauseMs, took * REST), MOST_REST_MS));
    }
  };
  const ended = work();
  return async () => {
    isStopping = true;
    followers.delete(name);
    forget();
    endRest();
    await ended;
  };
}
