import type { App } from '#platform/app';
import type { View } from '#platform/work';
import { presentLasting, presentMoment } from '../tasks.present.ts';
import {
  listTaskViews,
  listVersions,
  type TaskFilter,
  type TaskView,
  type Viewer,
  versionOfTask,
} from '../tasks.queries.ts';

/** The number of tasks that are cached, about a kilobyte each. */
const MAX_KEPT = 20_000;

/** A task as JSON without the fields that depend on viewer and time. */
interface CachedTask extends Pick<TaskView, 'people' | 'end_at' | 'complete_at'> {
  version: string;
  /** The task as JSON, without the closing brace. */
  json: string;
}

const caches = new WeakMap<App, Map<number, CachedTask>>();
function cacheOf(app: App): Map<number, CachedTask> {
  const known = caches.get(app) ?? new Map<number, CachedTask>();
  caches.set(app, known);
  return known;
}

/**
 * Tasks as one person sees them, each as JSON. JSON built for one viewer is reused for all: the list query returns
 * versions, and only tasks without cached JSON of that version are read in full (decision 0021).
 */
export async function listTasksAsJson(view: View, viewer: Viewer, filter: TaskFilter): Promise<string[]> {
  const { userid } = view.caller;
  const versions = await listVersions(view.tx, viewer, filter);
  const cache = cacheOf(view.app);
  const found = versions.map(({ id, version, as_head }) => {
    const known = cache.get(id);
    return { id, as_head, known: known?.version === version ? known : undefined };
  });
  const fresh = await readTasksAsJson(
    view,
    viewer,
    found.flatMap(({ id, known }) => (known ? [] : [id])),
  );
  for (const [id, each] of fresh) keep(cache, id, each);
  return found.flatMap(({ id, as_head, known = fresh.get(id) }) => {
    // The task is no longer visible since the list was read.
    if (!known) return [];
    const { owner, assist, today, overdue } = presentMoment(known, userid, view.now);
    const guest = as_head ? ',"is_guest":true' : '';
    return `${known.json},"owner":${owner},"assist":${assist},"today":${today},"overdue":${overdue}${guest}}`;
  });
}

async function readTasksAsJson(view: View, viewer: Viewer, ids: readonly number[]): Promise<Map<number, CachedTask>> {
  if (ids.length === 0) return new Map();
  const filter: TaskFilter = { ids, archived: 'all', deleted: 'all', limit: ids.length };
  const tasks = await listTaskViews(view.tx, viewer, filter);
  return new Map(
    tasks.map((task) => {
      const { people, end_at, complete_at } = task;
      const json = JSON.stringify(presentLasting(task)).slice(0, -1);
      return [task.id, { people, end_at, complete_at, version: versionOfTask(task), json }];
    }),
  );
}

function keep(cache: Map<number, CachedTask>, id: number, written: CachedTask): void {
  cache.delete(id);
  cache.set(id, written);
  if (cache.size <= MAX_KEPT) return;
  const oldest = cache.keys().next().value;
  if (oldest !== undefined) cache.delete(oldest);
}
