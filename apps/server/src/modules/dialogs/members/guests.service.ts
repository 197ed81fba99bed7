import { taskDeleted } from '@atrium/contract/projects/tasks.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import type { DialogRow } from '../dialogs.queries.ts';
import { listTasksLostByGuests, setGuests } from './guests.queries.ts';
import type { Place } from './members.queries.ts';

// A guest reads a task from outside its project: a person added to its conversation without a role in it, or its
// creator after leaving the project. Tasks store their guests (`tasks.guests`), so that an event of a task without
// guests needs no extra query.

const taskTalks = (dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[]) =>
  dialogs.filter(({ group_type }) => group_type === 'task').map(({ id }) => id);

/** Updates guests after people joined or left these conversations. */
export async function updateGuests(
  work: Work,
  dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[],
): Promise<void> {
  const ids = taskTalks(dialogs);
  if (ids.length > 0) await setGuests(work.tx, { dialogIds: ids });
}

/** Updates guests after a task moved to another project. */
export const updateGuestsOf = (work: Work, mainId: number) => setGuests(work.tx, { mainId });

/** Updates guests after people joined or left a project: leavers still read the tasks they created. */
export const updateCreatorGuests = (work: Work, projectId: number, userids: readonly number[]) =>
  setGuests(work.tx, { projectId, makers: userids });

/**
 * Tells guests who left and cannot see the task in its project that they lost it. Called before `updateGuests` removes
 * them.
 */
export async function announceGuestsRemoved(
  work: Work,
  left: readonly Place[],
  dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[],
): Promise<void> {
  const ids = new Set(taskTalks(dialogs));
  const places = left.filter(({ dialog_id }) => ids.has(dialog_id));
  if (places.length === 0) return;
  const rows = await listTasksLostByGuests(
    work.tx,
    places.map((place) => place.userid),
    places.map((place) => place.dialog_id),
  );
  for (const { users, ...task } of rows) {
    work.emit(taskDeleted, toUsers(...users), { ...task, ids: [task.id] });
  }
}
