import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/pool';
import { listDepartmentNames } from './departmentNames.queries.ts';

/**
 * The departments, in memory, because every person is shown with their names. Changes are announced on the bus, and
 * every node reads them again.
 */
const kept = new WeakMap<App, readonly DepartmentInfo[]>();

export async function warmDepartments(app: App): Promise<void> {
  kept.set(app, await readDepartments(app.db));
  app.bus.subscribe('department', () => {
    readDepartments(app.db).then(
      (list) => kept.set(app, list),
      (error: unknown) => app.log.warn({ err: error }, 'could not reload departments'),
    );
  });
}

const readDepartments = (db: Db): Promise<DepartmentInfo[]> => listDepartmentNames(db);

/** On this node at once, because the next answer may follow the change. */
export const cacheDepartments = (app: App, list: readonly DepartmentInfo[]): void => void kept.set(app, list);

export const departmentsOf = (app: App): readonly DepartmentInfo[] => kept.get(app) ?? [];
