import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/favorites.ts';
import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { messageFor } from '#modules/messages/messages.access';
import { listShown } from '#modules/messages/messages.service';
import { projectFor } from '#modules/projects/projects.access';
import { taskFor } from '#modules/tasks/tasks.access';
import { listSeenTasks } from '#modules/tasks/tasks.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { type FavoriteRow, favoritesOf, listOwnProjects } from './favorites.queries.ts';

/** Of things of one kind, whatever their number: one question for each kind. */
export async function listFavorites(view: View, input: InputOf<typeof contract.favoriteList>) {
  const { page = 1, pagesize = 20 } = input;
  const { rows, total } = await favoritesOf(view.tx, view.caller.userid, input.type, page, pagesize);
  const idsOf = (type: FavoriteKind) => rows.filter((row) => row.type === type).map((row) => row.ref);
  const [tasks, projects, messages] = await Promise.all([
    listSeenTasks(view, idsOf('task')),
    listOwnProjects(view.tx, view.caller.userid, idsOf('project')),
    listOwnMessages(view, idsOf('message')),
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
        complete_at: task.complete_at,
        archived_at: task.archived_at,
      })),
      projects: withRows(rows, 'project', projects, ({ name, desc, archived_at }) => ({
        name,
        desc,
        archived_at: wireTime(archived_at),
      })),
      messages: withRows(rows, 'message', messages, (message) => ({ message })),
    },
    total,
    current_page: page,
    per_page: pagesize,
    last_page: Math.max(1, Math.ceil(total / pagesize)),
  };
}

/** In the order in which they were kept; what one may not see any more is not among them. */
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
};

export async function toggleFavorite(work: Work, { type, id }: InputOf<typeof contract.favoriteToggle>) {
  const { userid } = work.caller;
  const own = { userid, type, ref: id };
  const removed = await work.tx
    .deleteFrom('favorites')
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .returning('ref')
    .execute();
  if (removed.length > 0) return { favorited: false, action: 'removed' as const };
  // What is gone can still be forgotten; to keep a thing one has to see it.
  await looks[type](work, id);
  await work.tx
    .insertInto('favorites')
    .values(own)
    .onConflict((on) => on.doNothing())
    .execute();
  return { favorited: true, action: 'added' as const };
}

export async function remarkFavorite(work: Work, { type, id, remark }: InputOf<typeof contract.favoriteRemark>) {
  const changed = await work.tx
    .updateTable('favorites')
    .set({ remark })
    .where('userid', '=', work.caller.userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .returning('remark')
    .executeTakeFirst();
  if (!changed) throw fail('favorite.none');
  return { remark: changed.remark };
}

export async function checkFavorite({ tx, caller }: View, { type, id }: InputOf<typeof contract.favoriteCheck>) {
  const row = await tx
    .selectFrom('favorites')
    .select('ref')
    .where('userid', '=', caller.userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .executeTakeFirst();
  return { favorited: row !== undefined };
}

export async function cleanFavorites({ tx, caller }: Work, { type }: InputOf<typeof contract.favoriteClean>) {
  let query = tx.deleteFrom('favorites').where('userid', '=', caller.userid);
  if (type) query = query.where('type', '=', type);
  const gone = await query.returning('ref').execute();
  return { deleted_count: gone.length };
}
