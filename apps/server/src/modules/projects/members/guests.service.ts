import { taskArchivedEvent, taskRecovered } from '@atrium/contract/projects/tasks.ts';
import { toUsers } from '#platform/events/events';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';

interface ArchivedTask {
  id: number;
  parent_id: number;
  project_id: number;
  column_id: number;
  dialog_id: number;
  visibility: number;
  archived_at: Date | null;
  archived_userid: number;
  guests: number[];
}

/**
 * Tasks were archived or restored with their project: tells guests about the tasks that they read, in one event.
 * Members hear about the project.
 */
export function announceArchivedToGuests(work: Work, tasks: readonly ArchivedTask[], members: readonly number[]): void {
  const inside = new Set(members);
  const read = new Map<number, ArchivedTask[]>();
  for (const task of tasks) {
    for (const userid of task.guests) {
      if (!inside.has(userid)) read.set(userid, [...(read.get(userid) ?? []), task]);
    }
  }
  // Guests who read the same tasks share an event.
  for (const same of Map.groupBy(read, ([, each]) => each.map(({ id }) => id).join()).values()) {
    const [, each = []] = same[0] ?? [];
    const [first] = each;
    if (!first) continue;
    const { guests: _guests, archived_at, ...task } = first;
    work.emit(archived_at ? taskArchivedEvent : taskRecovered, toUsers(...same.map(([userid]) => userid)), {
      ...task,
      archived_at: wireTime(archived_at),
      ids: each.map(({ id }) => id),
    });
  }
}
