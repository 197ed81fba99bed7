import { encodeName } from '#modules/files/files.service';
import { type Look, lookKey, type RecentKind, type ShownRecent } from '#modules/recents/kinds.service';
import type { View } from '#platform/work';
import { listSeenTasks } from '../tasks.service.ts';
import { type FileRow, listTaskFilesRecent } from './reading.queries.ts';

/** Tasks that a person opened. */
export const recentTasks: RecentKind = {
  type: 'task',
  async load(view, looks) {
    const seen = await listSeenTasks(
      view,
      looks.map(({ target_id }) => target_id),
    );
    const open = new Map(seen.filter((task) => !task.archived_at).map((task) => [task.id, task]));
    return shownBy(looks, ({ target_id }) => {
      const task = open.get(target_id);
      return (
        task && {
          name: task.name,
          source_type: 'project',
          source_id: task.project_id,
          project_id: task.project_id,
          project_name: task.project_name ?? '',
          parent_id: task.parent_id,
          column_id: task.column_id,
          flow_item_id: task.flow_item_id,
          flow_item_name: task.flow_item_name,
          flow_item_status: task.flow_item_status,
          flow_item_color: task.flow_item_color,
          complete_at: task.complete_at,
        }
      );
    });
  },
};

/** Recent files of tasks, while the viewer has access to the task. */
export const recentTaskFiles: RecentKind = {
  type: 'task_file',
  async load(view, looks) {
    const tasks = await listSeenTasks(view, [...new Set(looks.map(({ source_id }) => source_id))]);
    const rows = await filesOf(
      view,
      looks.map(({ target_id }) => target_id),
      tasks.map(({ id }) => id),
    );
    const byKey = new Map(rows.map((row) => [lookKey({ target_id: row.id, source_id: row.task_id }), row]));
    return shownBy(looks, (look) => {
      const row = byKey.get(lookKey(look));
      if (!row) return undefined;
      const { name, ext, token, task_id, task_name, project_id, project_name } = row;
      const place = {
        source_type: 'project_task' as const,
        source_id: task_id,
        task_id,
        task_name,
        project_id,
        project_name,
      };
      return { name, ext, size: Number(row.size), url: `{{RemoteURL}}file/${token}/${encodeName(name)}`, ...place };
    });
  },
};

async function filesOf({ tx }: View, fileIds: readonly number[], taskIds: readonly number[]): Promise<FileRow[]> {
  const rows = await listTaskFilesRecent(tx, fileIds, taskIds);
  return rows;
}

function shownBy(looks: readonly Look[], show: (look: Look) => ShownRecent | undefined): Map<string, ShownRecent> {
  return new Map(
    looks.flatMap((look) => {
      const shown = show(look);
      return shown ? [[lookKey(look), shown]] : [];
    }),
  );
}
