import type { App } from '#platform/app';
import type { Writer } from '#platform/db/pool';
import { follower, type LoggedEvent } from '#platform/events/eventLog';
import { indexThings, reindexThings } from './documents.service.ts';
import {
  claimIndexRequests,
  findUnindexed,
  listIndexProgress,
  restartIndex,
  setIndexProgress,
} from './index.queries.ts';
import type { Kind } from './match.service.ts';
import { countSources, listIdsBelow } from './searchIndex.queries.ts';

const OLD_PER_STEP = 500;

/** Runs until nothing is left: for tests and the command line. */
export async function indexAll(app: App): Promise<void> {
  while (await indexFollower.step(app));
}

async function indexEvents(tx: Writer, rows: readonly LoggedEvent[]): Promise<void> {
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
}

const MESSAGE_ACTIONS = new Set(['add', 'update', 'delete']);

/** The kind of thing an event is about, if it can be searched. */
function kindOf({ type, action }: LoggedEvent): Kind | undefined {
  switch (type) {
    case 'dialog':
      return MESSAGE_ACTIONS.has(action) ? 'message' : action.startsWith('group') ? 'dialog' : undefined;
    case 'project':
      return 'project';
    case 'projectTask':
      return 'task';
    case 'user':
      return 'user';
    case 'file':
      return action === 'compress' ? undefined : 'file';
    default:
      return undefined;
  }
}

async function processIndexRequests(tx: Writer): Promise<boolean> {
  const rows = await claimIndexRequests(tx);
  for (const [kind, wanted] of Map.groupBy(rows, (row) => row.kind)) {
    await reindexThings(
      tx,
      kind,
      wanted.map((row) => row.id),
    );
  }
  return rows.length > 0;
}

async function indexOld(tx: Writer): Promise<boolean> {
  const next = await findUnindexed(tx);
  if (!next) return false;
  const ids = await listIdsBelow(tx, next.kind, next.next_id, OLD_PER_STEP);
  await indexThings(tx, next.kind, ids);
  const below = ids.length < OLD_PER_STEP ? 0 : (ids.at(-1) ?? 0);
  await setIndexProgress(tx, below, next.kind);
  return true;
}

/**
 * Indexes everything again, newest first; meanwhile searches use the old index. It can be interrupted at any time, and
 * the next start of this command or the server continues it.
 */
export async function reindex(app: App, onProgress: (done: number, total: number) => void): Promise<void> {
  await restartIndex(app.db);
  const left = async () => {
    const rows = await listIndexProgress(app.db);
    let sum = 0;
    for (const { kind, next_id } of rows) if (next_id > 0) sum += await countSources(app.db, kind, next_id);
    return sum;
  };
  const total = await left();
  let open = total;
  let steps = 0;
  let done = 0;
  // Between two counts the progress is estimated, and steps of kinds with few things are smaller.
  const tell = (now: number) => {
    done = Math.max(done, Math.min(total, now));
    onProgress(done, total);
  };
  while (open > 0 || steps === 0) {
    const isAtIt = await indexFollower.step(app);
    steps += 1;
    if (isAtIt && steps % STEPS_PER_LOOK > 0) {
      tell(total - open + (steps % STEPS_PER_LOOK) * OLD_PER_STEP);
      continue;
    }
    open = await left();
    tell(total - open);
    // The steps of a running server count too.
    if (!isAtIt && open > 0) await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}
const STEPS_PER_LOOK = 20;
const TURN_MS = 50;

/**
 * Updates the index from the event log (decision 13). One step processes, in this order,
 *
 * 1. events of ended transactions since the last step, and indexes what they name;
 * 2. what imports left to be indexed;
 * 3. a batch of records from before the index, newest first.
 *
 * Steps are idempotent and read the current state, so that order and repetition do not matter.
 */
export const indexFollower = follower({
  name: 'search',
  // The pause saves work, because each step costs something. A search for one's own last change does not wait for it.
  pauseMs: 500,
  take: indexEvents,
  whenIdle: async (tx) => (await processIndexRequests(tx)) || (await indexOld(tx)),
});
