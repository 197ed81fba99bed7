import { translate } from '@atrium/i18n/translate.ts';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { settingsOf } from '#modules/system/settings.service';
import { asBot } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork, type Work } from '#platform/work';
import {
  claimAlerts,
  claimUnclaimedDay,
  type DueTask,
  listProjectsWithUnclaimed,
  listTasksDue,
  listUnclaimedTasks,
} from './alerts.queries.ts';

const MINUTE_MS = 60_000;
/** A reminder may be this late; a later one would only confuse. */
const GRACE_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * `list` has tasks, by id and name. The title is stored as a key too, so that everyone reads it in their own language.
 */
interface TaskList {
  key: TaskListKey;
  list: { id: number; name: string }[];
  /** The sender of the message; by default the bot. */
  userid?: number;
}
export type TaskListKey =
  | `bot.task_${'new' | 'time' | 'before' | 'after'}`
  | `bot.task_${'new' | 'time' | 'before' | 'after'}_assist`
  | 'bot.task_unclaimed';

/** Reminds owners and assistants before the end of tasks and after it, by the workspace's settings. */
export async function remindOfEnds(app: App, now: Date): Promise<void> {
  const { task_reminder_hours: before, task_reminder_hours_after: after } = await settingsOf(app);
  const endedBy = (hours: number): [Date, Date] => {
    const at = now.getTime() + hours * HOUR_MS;
    return [new Date(at - GRACE_MS), new Date(at)];
  };
  if (before > 0) await remindOf(app, now, 'before', endedBy(before));
  if (after > 0) await remindOf(app, now, 'after', endedBy(-after));
}

async function remindOf(app: App, now: Date, kind: 'before' | 'after', [from, to]: [Date, Date]): Promise<void> {
  const rows = await listTasksDue(app.db, from, to, kind);
  for (const due of Map.groupBy(rows, ({ userid, owner }) => `${userid} ${owner}`).values()) {
    await each(app, now, (work) => remindPerson(work, kind, due));
  }
}

/** Each reminder is sent once: by the first of several servers that inserts its row. */
async function remindPerson(work: Work, kind: 'before' | 'after', due: readonly DueTask[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const rows = await claimAlerts(
    work.tx,
    first.userid,
    kind,
    due.map(({ id }) => id),
    due.map(({ end_at }) => end_at),
  );
  const mine = new Set(rows.map(({ task_id }) => task_id));
  // A subtask that ends together with its task is left out for people who are reminded of the task.
  const ends = new Map(due.map(({ id, end_at }) => [id, end_at.getTime()]));
  const list = due.filter(({ id, parent_id, end_at }) => mine.has(id) && ends.get(parent_id) !== end_at.getTime());
  if (list.length === 0) return;
  const bot = await asBot(work, 'task-alert');
  await postTaskList(bot, await dialogWith(bot, first.userid), {
    key: first.owner === 1 ? `bot.task_${kind}` : `bot.task_${kind}_assist`,
    list: list.map(({ id, name }) => ({ id, name })),
  });
}

/** Lists unassigned tasks in every project's group, once a day if the workspace enables it. */
export async function listUnclaimed(app: App, now: Date): Promise<void> {
  const { unclaimed_task_reminder: mode, unclaimed_task_reminder_time: time } = await settingsOf(app);
  if (mode !== 'open') return;
  const due = lastTime(time, now);
  if (now.getTime() - due.getTime() >= GRACE_MS) return;
  const day = due.toISOString().slice(0, 10);
  const rows = await listProjectsWithUnclaimed(app.db, day);
  for (const { id } of rows) await each(app, now, (work) => sendUnassignedList(work, id, day));
}

async function sendUnassignedList(work: Work, projectId: number, day: string): Promise<void> {
  const dialogId = await claimUnclaimedDay(work.tx, day, projectId);
  const list = await listUnclaimedTasks(work.tx, projectId);
  if (!dialogId || list.length === 0) return;
  await postTaskList(await asBot(work, 'task-alert'), dialogId, { key: 'bot.task_unclaimed', list });
}

/** The latest moment at which it was this time of day. */
function lastTime(time: string, now: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = new Date(now);
  at.setUTCHours(hour, minute, 0, 0);
  return at > now ? new Date(at.getTime() - 24 * HOUR_MS) : at;
}

export async function postTaskList(bot: Work, dialogId: number, { key, list, userid }: TaskList): Promise<void> {
  await postMessage(bot, {
    dialogId,
    userid: userid ?? bot.caller.userid,
    type: 'template',
    mtype: 'template',
    msg: { type: 'task_list', title: translate('en', key), key, list },
    searchKey: list.map(({ name }) => name).join(' '),
    mentions: [],
    link: false,
    isBot: true,
    silence: false,
    replyId: 0,
  });
}

/** A failure for one project does not affect the others. */
async function each(app: App, now: Date, run: (work: Work) => Promise<void>): Promise<void> {
  try {
    await performWork(app, systemCaller, (work) => run({ ...work, now }));
  } catch (error) {
    app.log.error({ err: error }, 'reminder');
  }
}
