import { sql } from 'kysely';
import type { App } from '#platform/app';
import type { View } from '#platform/work';
import { indexThings, reindexThings } from './documents.service.ts';
import type { Kind } from './match.service.ts';
import { countSources, listIdsBelow } from './search.queries.ts';

/**
 * Keeps the index behind the event log (decision 13). One step takes, in this order,
 *
 * 1. the events since the last one it has seen, of transactions that have ended, and indexes what they name;
 * 2. what imports left to be indexed;
 * 3. a piece of what was there before the index was, newest first.
 *
 * Steps are idempotent and read things as they are now, so that order and repetition do not matter. One server at a time
 * takes a step; the others find the lock taken and wait for their next turn.
 */
const LOCK = 4_217_003;
const EVENTS_PER_STEP = 1000;
const WANTED_PER_STEP = 500;
const OLD_PER_STEP = 500;
const ALL = 2_147_483_647;
const KINDS: readonly Kind[] = ['user', 'project', 'dialog', 'task', 'message'];

interface EventRow {
  id: string;
  xid: string;
  type: string;
  action: string;
  ref: number | null;
  ids: number[] | null;
}

/** False where nothing was left to do, or another server is at it. */
export async function indexStep(app: App): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx);
    if (!rows[0]?.mine) return false;
    const steps = [followEvents, indexWanted, indexOld];
    for (const step of steps) if (await step(tx)) return true;
    return false;
  });
}

/** Until nothing is left: what a test or a command line waits for. */
export async function indexAll(app: App): Promise<void> {
  while (await indexStep(app));
}

async function followEvents(tx: View['tx']): Promise<boolean> {
  const { rows: meta } = await sql<{ xid: string; id: string }>`
    select case when split_part(value, '.', 1)::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then '0'
      else split_part(value, '.', 1) end as xid, split_part(value, '.', 2) as id
    from meta where name = 'search'`.execute(tx);
  // A cursor beyond every transaction is of another database, from which this one was restored: all events are read.
  const { xid = '0', id = '0' } = meta[0] ?? {};
  const { rows } = await sql<EventRow>`
    select id::text as id, xid::text as xid, type, action, (data ->> case when type = 'user' then 'userid' else 'id' end)::int as ref,
      case when jsonb_typeof(data -> 'ids') = 'array' then array(select jsonb_array_elements_text(data -> 'ids')::int) end as ids
    from events
    where xid >= ${xid}::text::xid8 and (xid, id) > (${xid}::text::xid8, ${id}::text::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by events.xid, events.id limit ${EVENTS_PER_STEP}`.execute(tx);
  const last = rows.at(-1);
  if (!last) return false;
  const fresh = new Set<number>();
  const changed = new Map<Kind, Set<number>>();
  for (const row of rows) {
    const kind = kindOf(row);
    if (!kind) continue;
    if (kind === 'message' && row.action === 'add') {
      if (row.ref) fresh.add(row.ref);
      continue;
    }
    const ids = changed.get(kind) ?? new Set();
    changed.set(kind, ids);
    for (const each of [row.ref, ...(row.ids ?? [])]) if (each) ids.add(each);
  }
  await indexThings(tx, 'message', [...fresh]);
  for (const [kind, ids] of changed) await reindexThings(tx, kind, [...ids]);
  await sql`update meta set value = ${`${last.xid}.${last.id}`} where name = 'search'`.execute(tx);
  return true;
}

const MESSAGE_ACTIONS = new Set(['add', 'update', 'delete']);

/** What an event is about, where that is something to be found. */
function kindOf({ type, action }: EventRow): Kind | undefined {
  switch (type) {
    case 'dialog':
      return MESSAGE_ACTIONS.has(action) ? 'message' : action.startsWith('group') ? 'dialog' : undefined;
    case 'project':
      return 'project';
    case 'projectTask':
      return 'task';
    case 'user':
      return 'user';
    default:
      return undefined;
  }
}

async function indexWanted(tx: View['tx']): Promise<boolean> {
  const { rows } = await sql<{ kind: Kind; id: number }>`
    delete from search_wanted where (kind, id) in (select kind, id from search_wanted limit ${WANTED_PER_STEP})
    returning kind, id`.execute(tx);
  for (const [kind, wanted] of Map.groupBy(rows, (row) => row.kind)) {
    await reindexThings(
      tx,
      kind,
      wanted.map((row) => row.id),
    );
  }
  return rows.length > 0;
}

async function indexOld(tx: View['tx']): Promise<boolean> {
  const { rows } = await sql<{ kind: Kind; next_id: number }>`
    select kind, next_id from search_progress where next_id > 0
    order by array_position(${[...KINDS]}::text[], kind) limit 1`.execute(tx);
  const [next] = rows;
  if (!next) return false;
  const ids = await listIdsBelow(tx, next.kind, next.next_id, OLD_PER_STEP);
  await indexThings(tx, next.kind, ids);
  const below = ids.length < OLD_PER_STEP ? 0 : (ids.at(-1) ?? 0);
  await sql`update search_progress set next_id = ${below} where kind = ${next.kind}`.execute(tx);
  return true;
}

/**
 * Indexes everything again, newest first; what is found meanwhile is found by the old index. Can be stopped at any time
 * and is gone on with by the next start, of this or of the server.
 */
export async function reindex(app: App, onProgress: (done: number, total: number) => void): Promise<void> {
  await sql`update search_progress set next_id = ${ALL}`.execute(app.db);
  const left = async () => {
    const { rows } = await sql<{ kind: Kind; next_id: number }>`select kind, next_id from search_progress`.execute(
      app.db,
    );
    let sum = 0;
    for (const { kind, next_id } of rows) if (next_id > 0) sum += await countSources(app.db, kind, next_id);
    return sum;
  };
  const total = await left();
  let open = total;
  let steps = 0;
  while (open > 0 || steps === 0) {
    const isAtIt = await indexStep(app);
    steps += 1;
    if (isAtIt && steps % STEPS_PER_LOOK > 0) {
      onProgress(Math.min(total, total - open + (steps % STEPS_PER_LOOK) * OLD_PER_STEP), total);
      continue;
    }
    open = await left();
    onProgress(total - open, total);
    // A running server has its turn: its steps count as well.
    if (!isAtIt && open > 0) await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}
const STEPS_PER_LOOK = 20;
const TURN_MS = 50;

const SOON_MS = 200;
const IDLE_MS = 5000;
/** So often it looks again for what it was told of: it may stand behind an older transaction for a moment. */
const TRIES = 10;
/** Of the time at most a third: people who send are not to notice that somebody indexes. */
const REST = 2;

/** Follows what happens, a fraction of a second behind. Returns the way to stop it. */
export function startIndexing(app: App): () => Promise<void> {
  let isStopping = false;
  let isSummoned = false;
  let tries = 0;
  let wake = () => {};
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const forget = app.bus.subscribe('event', () => {
    if (isSummoned) return;
    isSummoned = true;
    wake();
  });
  const work = async () => {
    while (!isStopping) {
      const began = performance.now();
      const isMore = await indexStep(app).catch((error: unknown) => {
        app.log.warn({ err: error }, 'the search index could not follow');
        return false;
      });
      const took = performance.now() - began;
      tries = isMore || isSummoned ? TRIES : Math.max(0, tries - 1);
      isSummoned = false;
      if (tries === 0) await rest(IDLE_MS);
      if (isStopping) return;
      // What happens within this time is taken together.
      await new Promise((resolve) => setTimeout(resolve, Math.max(isMore ? 0 : SOON_MS, took * REST)));
    }
  };
  const running = work();
  return async () => {
    isStopping = true;
    forget();
    wake();
    await running;
  };
}
