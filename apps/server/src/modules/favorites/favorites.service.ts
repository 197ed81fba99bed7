import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/favorites.ts';
import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { driveFor } from '#modules/drive/drive.access';
import { listSeenDrive } from '#modules/drive/drive.service';
import { messageFor } from '#modules/messages/messages.access';
import { listShown } from '#modules/messages/messages.service';
import { readSorts } from '#modules/microApps/badges.service';
import { projectFor } from '#modules/projects/projects.access';
import { taskFor } from '#modules/tasks/tasks.access';
import { listSeenTasks } from '#modules/tasks/tasks.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  deleteFavorite,
  deleteFavorites,
  type FavoriteRow,
  favoritesOf,
  findFavorite,
  insertFavorite,
  listOwnProjects,
  setFavoriteRemark,
} from './favorites.queries.ts';

/** Lists favorites with one query for each kind, for any number of them. */
export async function listFavorites(view: View, input: InputOf<typeof contract.favoriteList>) {
  const { page = 1, pagesize = 20 } = input;
  const { favorites: order } = (await readSorts(view)).sorts;
  const own = { userid: view.caller.userid, type: input.type, order };
  const { rows, total } = await favoritesOf(view.tx, own, page, pagesize);
  const idsOf = (type: FavoriteKind) => rows.filter((row) => row.type === type).map((row) => row.ref);
  const [tasks, projects, messages, files] = await Promise.all([
    listSeenTasks(view, idsOf('task')),
    listOwnProjects(view.tx, view.caller.userid, idsOf('project')),
    listOwnMessages(view, idsOf('message')),
    listSeenDrive(view, idsOf('file')),
  ]);
  return {
    data: {
      tasks: withRows(rows, 'task', tasks, (task) => ({
        name: task.name,
        parent_id: task.parent_id,
        project_id: task.project_id,
        project_name: task.project_name ?? '',
        flow_item_id: task.flow_item_id,
        flow_item_name: task.flow_item_name,
        end_at: task.end_at,
        owners: task.task_user.filter(({ owner }) => owner === 1).map(({ userid }) => userid),
        complete_at: task.complete_at,
        archived_at: task.archived_at,
      })),
      projects: withRows(rows, 'project', projects, ({ name, desc, archived_at }) => ({
        name,
        desc,
        archived_at: wireTime(archived_at),
      })),
      messages: withRows(rows, 'message', messages, (message) => ({ message })),
      files: withRows(rows, 'file', files, (file) => ({ file })),
    },
    total,
    current_page: page,
    per_page: pagesize,
    last_page: Math.max(1, Math.ceil(total / pagesize)),
  };
}

/** Adds the rows in the order of the favorites, without those that the caller may no longer see. */
function withRows<T extends { id: number }, Shown>(
  rows: readonly FavoriteRow[],
  type: FavoriteKind,
  things: readonly T[],
  show: (thing: T) => Shown,
) {
  const known = new Map(things.map((thing) => [thing.id, thing]));
  return rows.flatMap((row) => {
    const thing = row.type === type ? known.get(row.ref) : undefined;
    return thing ? [{ id: row.ref, favorited_at: wireTime(row.created_at), remark: row.remark, ...show(thing) }] : [];
  });
}

async function listOwnMessages(view: View, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const shown = await listShown(view.tx, view.caller.userid, ids);
  const open = new Set((await listOpenDialogs(view)).ids);
  return shown.map(({ message }) => message).filter((message) => open.has(message.dialog_id));
}

const looks: Record<FavoriteKind, (view: View, id: number) => Promise<unknown>> = {
  task: (view, id) => taskFor(view, id),
  project: (view, id) => projectFor(view, id, { archived: true }),
  message: (view, id) => messageFor(view, id),
  file: (view, id) => driveFor(view, id, 'read'),
};

export async function toggleFavorite(work: Work, { type, id }: InputOf<typeof contract.favoriteToggle>) {
  const { userid } = work.caller;
  const own = { userid, type, ref: id };
  const removed = await deleteFavorite(work.tx, userid, type, id);
  if (removed.length > 0) return { favorited: false, action: 'removed' as const };
  // Favorites can be removed even if the thing was deleted. Adding one needs access.
  await looks[type](work, id);
  await insertFavorite(work.tx, own);
  return { favorited: true, action: 'added' as const };
}

export async function remarkFavorite(work: Work, { type, id, remark }: InputOf<typeof contract.favoriteRemark>) {
  const changed = await setFavoriteRemark(work.tx, remark, work.caller.userid, type, id);
  if (!changed) throw fail('favorite.none');
  return { remark: changed.remark };
}

export async function checkFavorite({ tx, caller }: View, { type, id }: InputOf<typeof contract.favoriteCheck>) {
  const row = await findFavorite(tx, caller.userid, type, id);
  return { favorited: row !== undefined };
}

export async function cleanFavorites({ tx, caller }: Work, { type }: InputOf<typeof contract.favoriteClean>) {
  return { deleted_count: await deleteFavorites(tx, caller.userid, type) };
}
