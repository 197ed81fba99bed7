import type { Work } from '#platform/work';
import { compileLogInsert } from './projects.queries.ts';

/** The log's vocabulary; it is translated for each reader. */
export type LogWord =
  | 'project.create'
  | 'project.rename'
  | 'project.desc'
  | 'project.archive_rule'
  | 'project.heads_open'
  | 'project.heads_close'
  | 'project.members_added'
  | 'project.members_removed'
  | 'project.invite_join'
  | 'project.transfer'
  | 'project.column_order'
  | 'project.task_order'
  | 'project.exit'
  | 'project.archive'
  | 'project.unarchive'
  | 'project.delete'
  | 'column.create'
  | 'column.rename'
  | 'column.color'
  | 'column.delete'
  | 'tag.create'
  | 'tag.update'
  | 'tag.delete'
  | 'task.create'
  | 'task.rename'
  | 'task.owner'
  | 'task.claim'
  | 'task.handover'
  | 'task.assist'
  | 'task.flow'
  | 'task.reset'
  | 'task.complete'
  | 'task.reopen'
  | 'task.time'
  | 'task.time_synced'
  | 'task.overdue'
  | 'task.color'
  | 'task.column'
  | 'task.content'
  | 'task.tags'
  | 'task.priority'
  | 'task.visibility'
  | 'task.move'
  | 'task.copy'
  | 'task.upgrade'
  | 'task.file_delete'
  | 'task.loop'
  | 'task.loop_full'
  | 'task.loop_made'
  | 'task.loop_next'
  | 'task.archive'
  | 'task.auto_archive'
  | 'task.unarchive'
  | 'task.delete'
  | 'task.restore';

interface LogEntry {
  project_id: number;
  column_id?: number;
  task_id?: number;
  detail: LogWord;
  record?: Record<string, unknown>;
}

/** Logs the caller's change in the same transaction. */
export function logChange(work: Work, entry: LogEntry): void {
  work.trail(
    compileLogInsert(work.tx, { ...entry, record: JSON.stringify(entry.record ?? {}), userid: work.caller.userid }),
  );
}
