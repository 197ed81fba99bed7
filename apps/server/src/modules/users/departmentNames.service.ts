import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/pool';
import { type LatestRead, latestReadOf } from '#platform/events/latestRead';
import { listKnownDepartments } from './departmentNames.queries.ts';

interface KnownDepartment extends DepartmentInfo {
  deputy_userids: readonly number[];
}
interface Known {
  list: readonly DepartmentInfo[];
  /** The departments that each person leads, as head or deputy. */
  led: ReadonlyMap<number, readonly DepartmentInfo[]>;
}

/**
 * The departments are in memory, because every person is shown with their names. Changes are announced on the bus, and
 * every node reads them again.
 */
const kept = new WeakMap<App, Known>();
const newest = new WeakMap<App, LatestRead>();
const beginOf = (app: App) => latestReadOf(newest, app).begin();

export async function warmDepartments(app: App): Promise<void> {
  cacheDepartments(app, await readDepartments(app.db));
  app.bus.subscribe('department', () => {
    const isNewest = beginOf(app);
    readDepartments(app.db).then(
      (list) => cacheDepartments(app, list, isNewest),
      (error: unknown) => app.log.warn({ err: error }, 'could not reload departments'),
    );
  });
}

const readDepartments = (db: Db): Promise<KnownDepartment[]> => listKnownDepartments(db);

/** Updates the names on this node at once, because the next answer may follow the change. */
export function cacheDepartments(app: App, rows: readonly KnownDepartment[], isNewest = beginOf(app)): void {
  if (!isNewest()) return;
  const led = new Map<number, DepartmentInfo[]>();
  const list = rows.map(({ id, name, parent_id, owner_userid, deputy_userids }) => {
    const info = { id, name, parent_id, owner_userid };
    for (const userid of new Set([owner_userid, ...deputy_userids]))
      if (userid > 0) led.set(userid, [...(led.get(userid) ?? []), info]);
    return info;
  });
  kept.set(app, { list, led });
}

export const departmentsOf = (app: App): readonly DepartmentInfo[] => kept.get(app)?.list ?? [];

/** The departments that a person heads or is a deputy of. */
export const departmentsLedBy = (app: App, userid: number): readonly DepartmentInfo[] =>
  kept.get(app)?.led.get(userid) ?? [];
