import { fullName } from '@atrium/contract/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/recents.ts';
import type { Recent } from '@atrium/contract/recents.ts';
import { sql } from 'kysely';
import { listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { listSeenDrive } from '#modules/drive/drive.service';
import { encodeName } from '#modules/files/files.service';
import { listSeenTasks } from '#modules/tasks/tasks.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time';
import type { View, Work } from '#platform/work';
import { listLooks } from './note.service.ts';

const SIZE = 20;
type Look = Awaited<ReturnType<typeof listLooks>>[number];

/** At most a hundred of each kind: all are looked up at once, and the page is cut from what is still there. */
export async function listRecents(
  view: View,
  { type, page = 1, page_size = SIZE }: InputOf<typeof contract.recentBrowse>,
): Promise<OutputOf<typeof contract.recentBrowse>> {
  const looks = await listLooks(view.tx, view.caller.userid, type);
  const [tasks, files, drive] = [await tasksOf(view, looks), await filesOf(view, looks), await driveOf(view, looks)];
  const list = looks.flatMap((look) => {
    const row =
      look.type === 'task'
        ? tasks.get(look.target_id)
        : look.type === 'file'
          ? drive.get(look.target_id)
          : files.get(`${look.target_id} ${look.source_id}`);
    if (!row) return [];
    return [
      {
        record_id: look.id,
        type: look.type as Recent['type'],
        id: look.target_id,
        browsed_at: wireTime(look.browsed_at),
        ...row,
      },
    ];
  });
  const from = (page - 1) * page_size;
  return { list: list.slice(from, from + page_size), page, page_size, total: list.length };
}

export async function deleteRecent({ tx, caller }: Work, { id }: InputOf<typeof contract.recentDelete>) {
  const { numDeletedRows } = await tx
    .deleteFrom('recents')
    .where('id', '=', id)
    .where('userid', '=', caller.userid)
    .executeTakeFirst();
  if (!numDeletedRows) throw fail('recent.gone');
  return {};
}

type Shown = Omit<Recent, 'record_id' | 'type' | 'id' | 'browsed_at'>;

async function tasksOf(view: View, looks: readonly Look[]): Promise<Map<number, Shown>> {
  const ids = looks.filter(({ type }) => type === 'task').map(({ target_id }) => target_id);
  const seen = (await listSeenTasks(view, ids)).filter((task) => !task.archived_at);
  return new Map(
    seen.map((task) => [
      task.id,
      {
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
      },
    ]),
  );
}

interface FileRow {
  id: number;
  source_id: number;
  type: 'task_file' | 'message_file';
  token: string;
  name: string;
  ext: string;
  size: string;
  source_name: string;
  project_id: number;
  project_name: string;
}

/** By file and place: each where it stands still, in a task or a conversation that is open to the caller. */
async function filesOf(view: View, looks: readonly Look[]): Promise<Map<string, Shown>> {
  const of = (type: Look['type']) => looks.filter((look) => look.type === type);
  const [inTasks, inDialogs] = [of('task_file'), of('message_file')];
  if (inTasks.length + inDialogs.length === 0) return new Map();
  const tasks = (await listSeenTasks(view, [...new Set(inTasks.map(({ source_id }) => source_id))])).map(
    ({ id }) => id,
  );
  const dialogs = inDialogs.length > 0 ? (await listOpenDialogs(view)).ids : [];
  const { userid } = view.caller;
  const ids = (list: readonly Look[]) => [...new Set(list.map(({ target_id }) => target_id))];
  const { rows } = await sql<FileRow>`
    select f.id, f.token, f.name, f.ext, f.size, 'task_file' as type, t.id as source_id, t.name as source_name,
      p.id as project_id, p.name as project_name
    from task_files tf join stored_files f on f.id = tf.file_id join tasks t on t.id = tf.task_id
    join projects p on p.id = t.project_id
    where tf.file_id = any(${ids(inTasks)}::int[]) and tf.task_id = any(${tasks}::int[])
    union all
    select distinct f.id, f.token, f.name, f.ext, f.size, 'message_file', d.id,
      case when d.pair is null then d.name else coalesce((
        select coalesce(nullif(u.nickname, ''), split_part(u.email, '@', 1)) from users u
        where u.userid = any(d.pair) and (u.userid <> ${userid} or d.pair[1] = d.pair[2])), '') end, 0, ''
    from message_files mf join stored_files f on f.id = mf.file_id join dialogs d on d.id = mf.dialog_id
    where mf.file_id = any(${ids(inDialogs)}::int[]) and mf.dialog_id = any(${dialogs}::int[])`.execute(view.tx);
  return new Map(rows.map((row) => [`${row.id} ${row.source_id}`, presentFile(row)]));
}

/** What stands in the file area, where the viewer finds it. */
async function driveOf(view: View, looks: readonly Look[]): Promise<Map<number, Shown>> {
  const ids = looks.filter(({ type }) => type === 'file').map(({ target_id }) => target_id);
  const files = await listSeenDrive(view, ids);
  return new Map(
    files.map((file) => {
      const { id, ext, size, type, pid } = file;
      const more = { ext, size, file_type: type, folder_id: pid };
      return [id, { name: fullName(file), source_type: 'filesystem', source_id: pid, ...more }];
    }),
  );
}

function presentFile(row: FileRow): Shown {
  const { name, ext, token, source_id, source_name, project_id, project_name } = row;
  const file = { name, ext, size: Number(row.size), url: `{{RemoteURL}}file/${token}/${encodeName(name)}`, source_id };
  return row.type === 'task_file'
    ? { ...file, source_type: 'project_task', task_id: source_id, task_name: source_name, project_id, project_name }
    : { ...file, source_type: 'dialog', dialog_id: source_id, dialog_name: source_name };
}
