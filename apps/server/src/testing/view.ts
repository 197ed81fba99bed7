import type { Client } from '@atrium/client/client.ts';

export interface OpenScreens {
  /** The open project. */
  projectId: number;
  /** The open dialogs. */
  dialogIds: readonly number[];
  /** If some tasks are restricted, a project's numbers differ by viewer. */
  hasSecrets?: boolean;
}

/** The data that a device shows, without fields that are not guaranteed (times of change, presence). */
export function viewOf({ store, user, drafts }: Client, { projectId, dialogIds, hasSecrets = false }: OpenScreens) {
  const me = user?.userid;
  const numbers = hasSecrets ? { task_num: 0, task_complete: 0, task_percent: 0 } : {};
  const isShown = (task: {
    archived_at: string | null;
    project_id: number;
    complete_at: string | null;
    task_user: { userid: number }[];
    is_guest?: boolean;
  }) =>
    !task.archived_at &&
    !task.is_guest &&
    (task.project_id === projectId || (!task.complete_at && task.task_user.some((each) => each.userid === me)));
  return {
    projects: byId(
      store.all('project').map((each) => ({ ...without(each, 'updated_at', 'project_column'), ...numbers })),
    ),
    columns: byId(store.all('column').map((each) => without(each, 'updated_at'))),
    tasks: byId(
      store
        .all('task')
        .filter(isShown)
        .map((each) => without(each, 'updated_at', 'today', 'overdue', 'msg_num', 'visibility_appointor')),
    ),
    dialogs: byId(
      store
        .all('dialog')
        .filter((each) => !each.is_onlooker)
        .map((each) => without(each, ...ofTheMoment)),
    ),
    drafts: dialogIds.map((id) => [drafts.content(String(id)), drafts.quoteOf(String(id))?.content]),
    messages: dialogIds.map((id) =>
      byId(
        store
          .messagesOf(id)
          .filter((each) => each.id > 0)
          .slice(-20)
          .map((each) =>
            without(each, 'dot', ...(each.userid === me && each.type !== 'notice' ? [] : ['read', 'percentage'])),
          ),
      ),
    ),
  };
}

const ofTheMoment = [
  'updated_at',
  'user_at',
  'user_ms',
  'last_seq',
  'gone',
  'is_onlooker',
  'has_tag',
  'has_todo',
  'has_image',
  'has_file',
  'has_link',
];

const byId = <T extends { id: number }>(rows: readonly T[]) =>
  Object.fromEntries([...rows].sort((a, b) => a.id - b.id).map((row) => [row.id, row]));

function without<T extends object>(row: T, ...keys: string[]): T {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => !keys.includes(key) && value !== undefined),
  ) as T;
}

/** The differences between two views, one line each. */
export function differences(had: unknown, want: unknown, path = ''): string[] {
  if (Object.is(had, want)) return [];
  const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isPlain(had) || !isPlain(want))
    return [`${path}: has ${JSON.stringify(had)}, should be ${JSON.stringify(want)}`];
  return [...new Set([...Object.keys(had), ...Object.keys(want)])].flatMap((key) =>
    differences(had[key], want[key], `${path}.${key}`),
  );
}
