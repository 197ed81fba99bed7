import { buffer } from 'node:stream/consumers';
import { fileModeOf } from '@atrium/contract/files/fileModes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/taskLinks.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import {
  dropHidden,
  keepPicture,
  placeOf,
  presentFile,
  requireFileRate,
  withBytes,
} from '#modules/files/files.service';
import { wordsIn } from '#modules/files/words.service';
import { logChange } from '#modules/projects/log.service';
import { projectWith } from '#modules/projects/projects.access';
import type { StoredFiles } from '#platform/db/types';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { taskFor } from '../tasks.access.ts';
import { tellTask } from '../tasks.events.ts';
import { findTask } from '../tasks.queries.ts';

/** The newest of a task; more are kept and counted. */
const SHOWN = 50;

export async function listTaskFiles(view: View, { task_id }: InputOf<typeof contract.taskFiles>) {
  const task = await taskFor(view, task_id, { archived: true });
  const { rows } = await sql<Kept>`
    ${KEPT} where tf.task_id = ${task.id} order by tf.id desc limit ${SHOWN}`.execute(view.tx);
  return rows.map((row) => presentKept(row, task.project_id));
}

type Kept = Selectable<StoredFiles> & { at: Date; by: number; kept: number; task_id: number };
const KEPT = sql`select f.*, tf.id as kept, tf.task_id, tf.userid as by, tf.created_at as at
  from task_files tf join stored_files f on f.id = tf.file_id`;

function presentKept(row: Kept, project_id: number) {
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

/** A file of a task that the caller may see. @throws file.gone, task.gone */
export async function taskFileFor(view: View, id: number) {
  const { rows } = await sql<Kept>`${KEPT} where tf.id = ${id}`.execute(view.tx);
  const [row] = rows;
  if (!row) throw fail('file.gone');
  return { row, task: await taskFor(view, row.task_id, { archived: true }) };
}

export async function readTaskFile(
  view: View,
  { file_id, only_update_at }: InputOf<typeof contract.taskFiledetail>,
): Promise<OutputOf<typeof contract.taskFiledetail>> {
  const { row, task } = await taskFileFor(view, file_id);
  // What is kept does not change.
  const update_at = wireTime(row.at);
  if (only_update_at === 'yes') return { id: row.kept, update_at };
  const mode = fileModeOf({ ext: row.ext, size: Number(row.size) });
  const isWords = mode === 'md' || mode === 'text' || mode === 'code';
  const words = isWords ? wordsIn(await buffer(view.app.storage.read(placeOf(row)))) : undefined;
  return {
    ...presentKept(row, task.project_id),
    update_at,
    file_mode: isWords && words === undefined ? 'preview' : mode,
    content: words === undefined ? {} : { ...(mode !== 'code' && { type: mode as 'md' | 'text' }), content: words },
  };
}

/** A picture for a description that is not saved yet. What is slow happens outside the transaction. */
export async function keepTaskPicture(
  direct: Direct,
  { project_id, files }: InputOf<typeof contract.taskPicture>,
): Promise<contract.TaskPicture> {
  await projectWith(direct, project_id, 'task_add');
  requireFileRate(direct);
  const { type: _img, ...picture } = presentFile(await keepPicture(direct.app, direct.caller.userid, files));
  return picture;
}

const INLINE =
  /(<img\b[^>]{0,500}?\bsrc=)(?:"(data:image\/[\w+.-]+;base64,[^"]+)"|'(data:image\/[\w+.-]+;base64,[^']+)')/gi;

/** Pictures that came inside a description become files; they are kept with its task as those that came before it. */
export async function storeInline<I extends { content?: string | undefined }>(direct: Direct, input: I): Promise<I> {
  if (!input.content) return input;
  let { content } = input;
  for (const [whole, begin, ...found] of content.matchAll(INLINE)) {
    requireFileRate(direct);
    const data = found.find(Boolean) ?? '';
    const kept = await withBytes(direct, data, 'image.png', (file) =>
      keepPicture(direct.app, direct.caller.userid, file),
    );
    content = content.replace(whole, `${begin}"${presentFile(kept).url}"`);
  }
  return { ...input, content };
}

const SHOWN_FILE = /\{\{RemoteURL\}\}file\/([\w-]{16,64})\//g;

/**
 * Pictures that came for this description are kept with its task from now on; those that stand anywhere already, and
 * those of somebody else, are not its. How many came.
 */
export async function keepDescribed(work: Work, taskId: number, content: string): Promise<number> {
  const tokens = [...new Set([...content.matchAll(SHOWN_FILE)].map(([, token]) => token))];
  if (tokens.length === 0) return 0;
  const { rows } = await sql<{ id: number }>`
    select f.id from stored_files f
    where f.token = any(${tokens}) and f.userid = ${work.caller.userid}
      and not exists (select 1 from message_files mf where mf.file_id = f.id)
      and not exists (select 1 from task_files tf where tf.file_id = f.id)
      and not exists (select 1 from stickers s where s.file_id = f.id)
    order by f.id for update`.execute(work.tx);
  if (rows.length === 0) return 0;
  await work.tx
    .insertInto('task_files')
    .values(rows.map(({ id }) => ({ task_id: taskId, file_id: id, userid: work.caller.userid })))
    .execute();
  await countFiles(work, taskId);
  return rows.length;
}

/** Everybody who sees it asks for its files again. */
export async function tellFiles(work: Work, taskId: number): Promise<void> {
  const counted = await recount(work, taskId);
  if (counted) await tellTask(work, contract.taskUploaded, counted.task, { task_id: taskId, ...counted.fields });
}

/** A file that was sent into a task's conversation is kept with the task. */
export async function keepWithTask(work: Work, dialogId: number, fileId: number): Promise<void> {
  const task = await work.tx.selectFrom('tasks').select('id').where('dialog_id', '=', dialogId).executeTakeFirst();
  if (!task) return;
  await work.tx
    .insertInto('task_files')
    .values({ task_id: task.id, file_id: fileId, userid: work.caller.userid })
    .onConflict((on) => on.doNothing())
    .execute();
  await tellFiles(work, task.id);
}

/** A file that came from elsewhere; false where it is there already, or its task is not. */
export async function keepImported(
  work: Work,
  file: { taskId: number; fileId: number; key: string },
): Promise<boolean> {
  const { taskId, fileId, key } = file;
  const task = await work.tx
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!task) return false;
  const kept = await work.tx
    .insertInto('task_files')
    .values({ task_id: taskId, file_id: fileId, userid: work.caller.userid, import_key: key })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept) await tellFiles(work, taskId);
  return Boolean(kept);
}

export async function deleteTaskFile(work: Work, { file_id }: InputOf<typeof contract.taskFiledelete>) {
  const row = await work.tx.selectFrom('task_files').selectAll().where('id', '=', file_id).executeTakeFirst();
  if (!row) throw fail('file.gone');
  const task = await taskFor(work, row.task_id, { need: 'task_remove', lock: true });
  await work.tx.deleteFrom('task_files').where('id', '=', file_id).execute();
  const file = await work.tx.selectFrom('stored_files').selectAll().where('id', '=', row.file_id).executeTakeFirst();
  logChange(work, {
    project_id: task.project_id,
    column_id: task.column_id,
    task_id: task.id,
    detail: 'task.file_delete',
    record: { file_id, name: file?.name ?? '', size: Number(file?.size ?? 0) },
  });
  const counted = await recount(work, task.id);
  if (counted) {
    const told = { id: file_id, task_id: task.id, ...counted.fields };
    await tellTask(work, contract.taskFileDeleted, counted.task, told);
  }
  dropHidden(work, [row.file_id]);
  return { id: file_id };
}

async function countFiles(work: Work, taskId: number) {
  const { rows } = await sql<{ file_num: number }>`
    update tasks set updated_at = ${work.now},
      file_num = (select count(*)::int from task_files where task_id = ${taskId})
    where id = ${taskId} returning file_num`.execute(work.tx);
  return rows[0];
}

async function recount(work: Work, taskId: number) {
  const row = await countFiles(work, taskId);
  const task = await findTask(work.tx, taskId);
  if (!task || !row) return undefined;
  const fields = { file_num: row.file_num, updated_at: wireTime(work.now) };
  return { task, fields };
}

/** A copy shows what the first one shows. */
export async function copyTaskFiles(work: Work, from: number, to: number): Promise<void> {
  await sql`
    insert into task_files (task_id, file_id, userid, created_at)
    select ${to}::int, file_id, userid, created_at from task_files where task_id = ${from} order by id`.execute(
    work.tx,
  );
  await sql`
    update tasks set file_num = (select count(*)::int from task_files where task_id = ${to})
    where id = ${to}`.execute(work.tx);
}
