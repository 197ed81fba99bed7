import { buffer } from 'node:stream/consumers';
import { fileModeOf } from '@atrium/contract/files/fileModes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/taskLinks.ts';
import {
  dropHidden,
  placeOf,
  presentFile,
  requireFileRate,
  storePicture,
  withBytes,
} from '#modules/files/files.service';
import { wordsIn } from '#modules/files/words.service';
import { logChange } from '#modules/projects/log.service';
import { projectWith } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { taskFor } from '../tasks.access.ts';
import { emitTask } from '../tasks.events.ts';
import { findTask } from '../tasks.queries.ts';
import {
  copyTaskFileRows,
  countTaskFiles,
  deleteTaskFileRow,
  findStoredFile,
  findTaskFile,
  findTaskFileRow,
  findTaskIdOfDialog,
  insertImportedTaskFile,
  insertTaskFile,
  insertTaskFiles,
  listNewlyDescribed,
  listTaskFileRows,
  lockTask,
  setTaskFileCount,
  type TaskFileRow,
} from './files.queries.ts';

export async function listTaskFiles(view: View, { task_id }: InputOf<typeof contract.taskFiles>) {
  const task = await taskFor(view, task_id, { archived: true });
  const rows = await listTaskFileRows(view.tx, task.id);
  return rows.map((row) => presentTaskFile(row, task.project_id));
}

function presentTaskFile(row: TaskFileRow, project_id: number) {
  const { type, ...file } = presentFile(row);
  return {
    ...file,
    id: row.kept,
    project_id,
    task_id: row.task_id,
    is_picture: type === 'img',
    userid: row.by,
    created_at: wireTime(row.at),
  };
}

/** Finds a file of a task that the caller may see. @throws file.gone, task.gone */
export async function taskFileFor(view: View, id: number) {
  const row = await findTaskFileRow(view.tx, id);
  if (!row) throw fail('file.gone');
  return { row, task: await taskFor(view, row.task_id, { archived: true }) };
}

export async function readTaskFile(
  view: View,
  { file_id, only_update_at }: InputOf<typeof contract.taskFiledetail>,
): Promise<OutputOf<typeof contract.taskFiledetail>> {
  const { row, task } = await taskFileFor(view, file_id);
  // Stored files never change.
  const update_at = wireTime(row.at);
  if (only_update_at === 'yes') return { id: row.kept, update_at };
  const mode = fileModeOf({ ext: row.ext, size: Number(row.size) });
  const isWords = mode !== 'office' && mode !== 'preview';
  const words = isWords ? wordsIn(await buffer(view.app.storage.read(placeOf(row)))) : undefined;
  return {
    ...presentTaskFile(row, task.project_id),
    update_at,
    file_mode: isWords && words === undefined ? 'preview' : mode,
    content: words === undefined ? {} : { ...((mode === 'md' || mode === 'text') && { type: mode }), content: words },
  };
}

/** Stores a picture for a description that is not saved yet. Slow work happens outside the transaction. */
export async function storeTaskPicture(
  direct: Direct,
  { project_id, files }: InputOf<typeof contract.taskPicture>,
): Promise<contract.TaskPicture> {
  await projectWith(direct, project_id, 'task_add');
  requireFileRate(direct);
  const { type: _img, ...picture } = presentFile(await storePicture(direct.app, direct.caller.userid, files));
  return picture;
}

const INLINE =
  /(<img\b[^>]{0,500}?\bsrc=)(?:"(data:image\/[\w+.-]+;base64,[^"]+)"|'(data:image\/[\w+.-]+;base64,[^']+)')/gi;

/** Inline pictures of a description become files of its task, like those uploaded before it. */
export async function storeInline<I extends { content?: string | undefined }>(direct: Direct, input: I): Promise<I> {
  if (!input.content) return input;
  let { content } = input;
  for (const [whole, begin, ...found] of content.matchAll(INLINE)) {
    requireFileRate(direct);
    const data = found.find(Boolean) ?? '';
    const kept = await withBytes(direct, data, 'image.png', (file) =>
      storePicture(direct.app, direct.caller.userid, file),
    );
    content = content.replace(whole, `${begin}"${presentFile(kept).url}"`);
  }
  return { ...input, content };
}

const SHOWN_FILE = /\{\{RemoteURL\}\}file\/([\w-]{16,64})\//g;

/**
 * Links uploaded pictures in this description to its task; pictures used elsewhere already, and other people's, are
 * skipped. Returns the number.
 */
export async function linkDescribedPictures(work: Work, taskId: number, content: string): Promise<number> {
  const tokens = [...new Set([...content.matchAll(SHOWN_FILE)].map(([, token]) => token))];
  if (tokens.length === 0) return 0;
  const rows = await listNewlyDescribed(work.tx, tokens, work.caller.userid);
  if (rows.length === 0) return 0;
  await insertTaskFiles(
    work.tx,
    rows.map(({ id }) => ({ task_id: taskId, file_id: id, userid: work.caller.userid })),
  );
  await countFiles(work, taskId);
  return rows.length;
}

/** Makes everybody who sees the task reload its files. */
export async function announceFiles(work: Work, taskId: number): Promise<void> {
  const counted = await recount(work, taskId);
  if (counted) await emitTask(work, contract.taskUploaded, counted.task, { task_id: taskId, ...counted.fields });
}

/** Links a file sent to a task's conversation to the task. */
export async function linkToTask(work: Work, dialogId: number, fileId: number): Promise<void> {
  const task = await findTaskIdOfDialog(work.tx, dialogId);
  if (!task) return;
  await insertTaskFile(work.tx, { task_id: task.id, file_id: fileId, userid: work.caller.userid });
  await announceFiles(work, task.id);
}

/** Links an imported file; false if it exists already, or its task does not. */
export async function linkImportedFile(
  work: Work,
  file: { taskId: number; fileId: number; key: string },
): Promise<boolean> {
  const { taskId, fileId, key } = file;
  const task = await lockTask(work.tx, taskId);
  if (!task) return false;
  const kept = await insertImportedTaskFile(work.tx, {
    task_id: taskId,
    file_id: fileId,
    userid: work.caller.userid,
    import_key: key,
  });
  if (kept) await announceFiles(work, taskId);
  return Boolean(kept);
}

export async function deleteTaskFile(work: Work, { file_id }: InputOf<typeof contract.taskFiledelete>) {
  const row = await findTaskFile(work.tx, file_id);
  if (!row) throw fail('file.gone');
  const task = await taskFor(work, row.task_id, { need: 'task_remove', lock: true });
  await deleteTaskFileRow(work.tx, file_id);
  const file = await findStoredFile(work.tx, row.file_id);
  logChange(work, {
    project_id: task.project_id,
    column_id: task.column_id,
    task_id: task.id,
    detail: 'task.file_delete',
    record: { file_id, name: file?.name ?? '', size: Number(file?.size ?? 0) },
  });
  const counted = await recount(work, task.id);
  if (counted) {
    const deleted = { id: file_id, task_id: task.id, ...counted.fields };
    await emitTask(work, contract.taskFileDeleted, counted.task, deleted);
  }
  dropHidden(work, [row.file_id]);
  return { id: file_id };
}

async function countFiles(work: Work, taskId: number) {
  return countTaskFiles(work.tx, work.now, taskId);
}

async function recount(work: Work, taskId: number) {
  const row = await countFiles(work, taskId);
  const task = await findTask(work.tx, taskId);
  if (!task || !row) return undefined;
  const fields = { file_num: row.file_num, updated_at: wireTime(work.now) };
  return { task, fields };
}

/** Links a task's files to its copy too. */
export async function copyTaskFiles(work: Work, from: number, to: number): Promise<void> {
  await copyTaskFileRows(work.tx, to, from);
  await setTaskFileCount(work.tx, to);
}
