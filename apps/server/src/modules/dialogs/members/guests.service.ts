import { taskDeleted } from '@atrium/contract/projects/tasks.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import type { DialogRow, Place } from '../dialogs.queries.ts';
import { listTasksLostByGuests, setGuests } from './guests.queries.ts';

// A guest reads a task from outside: somebody who was brought into its conversation without having a part in it, or who
// made it and has left its project. Tasks carry who their guests are (`tasks.guests`), so that an event of one without
// any costs no question more.

const taskTalks = (dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[]) =>
  dialogs.filter(({ group_type }) => group_type === 'task').map(({ id }) => id);

/** People came to these conversations or left them. */
export async function noteGuests(work: Work, dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[]): Promise<void> {
  const ids = taskTalks(dialogs);
  if (ids.length > 0) await setGuests(work.tx, { dialogIds: ids });
}

/** A task went to another project. */
export const noteGuestsOf = (work: Work, mainId: number) => setGuests(work.tx, { mainId });

/** People came to a project or left it: those who left read on what they have made. */
export const noteMakers = (work: Work, projectId: number, userids: readonly number[]) =>
  setGuests(work.tx, { projectId, makers: userids });

/** Guests who left, and see the task in its project neither, lose it. Asked before `noteGuests` forgets who they were. */
export async function tellGuestsGone(
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
    work.emit(taskDeleted, toUsers(...users), { ...task, parent_id: 0, ids: [task.id] });
  }
}
