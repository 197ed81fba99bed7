import { dialogWith } from '#modules/dialogs/dialogs.service';
import { asBot } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { randomCode } from '#platform/crypto';
import { performWork, type Work } from '#platform/work';
import { postTaskList, type TaskListKey } from '../schedule/alerts.service.ts';
import type { TaskPerson, TaskView } from '../tasks.queries.ts';
import { listNewsParts, type News } from './reading.queries.ts';

type Person = Pick<TaskPerson, 'userid' | 'owner'>;

/** The notifications for new tasks, which go to everyone with a role in one. */
export const newTaskNotifications = (tasks: readonly Pick<TaskView, 'id' | 'people'>[]): News['parts'] =>
  tasks.flatMap(({ id, people }) => people.map((person) => partOf('new', id, person)));

/**
 * The notifications for a change, which go to people with a new or changed role, and for a new time to those who had
 * one.
 */
export function changeNotifications(
  before: Pick<TaskView, 'id' | 'people' | 'start_at' | 'end_at'>,
  after: Pick<TaskView, 'people' | 'start_at' | 'end_at'>,
): News['parts'] {
  const had = new Set(before.people.map(({ userid, owner }) => `${userid} ${owner}`));
  const isNew = ({ userid, owner }: Person) => !had.has(`${userid} ${owner}`);
  const isMoved = ['start_at' as const, 'end_at' as const].some(
    (bound) => before[bound]?.getTime() !== after[bound]?.getTime(),
  );
  return after.people.flatMap((person) => {
    if (isNew(person)) return [partOf('new', before.id, person)];
    return isMoved && after.end_at ? [partOf('time', before.id, person)] : [];
  });
}

const partOf = (kind: 'new' | 'time', task_id: number, { userid, owner }: Person) => ({ kind, task_id, userid, owner });

/**
 * Lets the task-alert bot notify people, each in a chat with the person who made the change; that person is not
 * notified. By a job, so that a change costs the same for any number of people.
 */
export function enqueueTaskNotifications(work: Work, parts: News['parts']): void {
  const actor = work.caller.userid;
  const others = parts.filter(({ userid }) => userid !== actor);
  if (others.length > 0) work.enqueue('task_news', { id: randomCode(12), actor, parts: others } satisfies News);
}

const KEYS = {
  new: ['bot.task_new_assist', 'bot.task_new'],
  time: ['bot.task_time_assist', 'bot.task_time'],
} as const satisfies Record<News['parts'][number]['kind'], readonly TaskListKey[]>;

/** Runs the job. Changes that were undone meanwhile are left out: a removed role, a deleted task. */
export const sendTaskNotifications = (app: App, { id, actor, parts }: News): Promise<Record<string, never>> =>
  performWork(
    app,
    systemCaller,
    async (work) => {
      const rows = await listNewsParts(work.tx, JSON.stringify(parts));
      const bot = await asBot(work, 'task-alert');
      for (const list of Map.groupBy(rows, (row) => `${row.userid} ${row.kind} ${row.owner}`).values()) {
        const [first] = list;
        if (!first) continue;
        await postTaskList(bot, await dialogWith(bot, first.userid), {
          key: KEYS[first.kind][first.owner === 1 ? 1 : 0],
          list: list.map(({ task_id, name }) => ({ id: task_id, name })),
          // The notification is sent in the name of the person who made the change.
          userid: actor,
        });
      }
      return {};
    },
    { id: `task_news:${id}`, path: 'task_news' },
  );
