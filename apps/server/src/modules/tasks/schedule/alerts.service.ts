import { translate } from '@atrium/i18n/translate.ts';
import { sql } from 'kysely';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { settingsOf } from '#modules/system/settings.service';
import { asBot, nobody } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { performWork, type Work } from '#platform/work';

const MINUTE_MS = 60_000;
/** A tick that comes late still reminds; one that comes much later would only confuse. */
const GRACE_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface Due {
  userid: number;
  owner: number;
  id: number;
  parent_id: number;
  name: string;
  end_at: Date;
}
/** `list`: tasks, by number and name. The title is kept as a key too, so that everyone reads it in their language. */
interface TaskList {
  key: TaskListKey;
  list: { id: number; name: string }[];
  /** Whose words these are; the bot's without one. */
  userid?: number;
}
export type TaskListKey =
  | `bot.task_${'new' | 'time' | 'before' | 'after'}`
  | `bot.task_${'new' | 'time' | 'before' | 'after'}_assist`
  | 'bot.task_unclaimed';

/** Tells owners and assistants of tasks that end soon, and of those that ended a while ago, as the workspace wants it. */
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
  const { rows } = await sql<Due>`
    select tu.userid, tu.owner, t.id, t.parent_id, t.name, t.end_at
    from tasks t
    join projects p on p.id = t.project_id and p.archived_at is null and p.deleted_at is null
    join task_users tu on tu.task_id = t.id
    join users u on u.userid = tu.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
    where t.end_at > ${from} and t.end_at <= ${to}
      and t.complete_at is null and t.archived_at is null and t.deleted_at is null
      and not exists (
        select from task_alerts a
        where a.task_id = t.id and a.userid = tu.userid and a.kind = ${kind} and a.end_at = t.end_at)
    order by tu.userid, t.end_at, t.id`.execute(app.db);
  for (const due of Map.groupBy(rows, ({ userid, owner }) => `${userid} ${owner}`).values()) {
    await each(app, now, (work) => remindPerson(work, kind, due));
  }
}

/** Once: of servers that come together the one whose row is there first speaks. */
async function remindPerson(work: Work, kind: 'before' | 'after', due: readonly Due[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const { rows } = await sql<{ task_id: number }>`
    insert into task_alerts (task_id, userid, kind, end_at)
    select id, ${first.userid}, ${kind}, end_at
    from unnest(${due.map(({ id }) => id)}::int[], ${due.map(({ end_at }) => end_at)}::timestamptz[]) d(id, end_at)
    on conflict (task_id, userid, kind) do update set end_at = excluded.end_at
    where task_alerts.end_at <> excluded.end_at
    returning task_id`.execute(work.tx);
  const mine = new Set(rows.map(({ task_id }) => task_id));
  // A subtask that ends with its task adds nothing for a person who is reminded of the task.
  const ends = new Map(due.map(({ id, end_at }) => [id, end_at.getTime()]));
  const list = due.filter(({ id, parent_id, end_at }) => mine.has(id) && ends.get(parent_id) !== end_at.getTime());
  if (list.length === 0) return;
  const bot = await asBot(work, 'task-alert');
  await postTaskList(bot, await dialogWith(bot, first.userid), {
    key: first.owner === 1 ? `bot.task_${kind}` : `bot.task_${kind}_assist`,
    list: list.map(({ id, name }) => ({ id, name })),
  });
}

/** Once a day, where the workspace wants it: every project's group hears which tasks nobody has taken. */
export async function listUnclaimed(app: App, now: Date): Promise<void> {
  const { unclaimed_task_reminder: mode, unclaimed_task_reminder_time: time } = await settingsOf(app);
  if (mode !== 'open') return;
  const due = lastTime(time, now);
  if (now.getTime() - due.getTime() >= GRACE_MS) return;
  const day = due.toISOString().slice(0, 10);
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p
    where p.archived_at is null and p.deleted_at is null and p.dialog_id > 0
      and p.unclaimed_on is distinct from ${day}::date and exists (select from (${unclaimedOf(sql`p.id`)}) t)`.execute(
    app.db,
  );
  for (const { id } of rows) await each(app, now, (work) => tellUnclaimed(work, id, day));
}

async function tellUnclaimed(work: Work, projectId: number, day: string): Promise<void> {
  const { rows } = await sql<{ dialog_id: number }>`
    update projects set unclaimed_on = ${day}::date
    where id = ${projectId} and unclaimed_on is distinct from ${day}::date and archived_at is null and deleted_at is null
    returning dialog_id`.execute(work.tx);
  const dialogId = rows[0]?.dialog_id;
  const { rows: list } = await sql<{ id: number; name: string }>`${unclaimedOf(sql`${projectId}`)}`.execute(work.tx);
  if (!dialogId || list.length === 0) return;
  await postTaskList(await asBot(work, 'task-alert'), dialogId, { key: 'bot.task_unclaimed', list });
}

const UNCLAIMED_SHOWN = 10;
/** Narrower ones are left out: everyone in the project reads the list. */
const unclaimedOf = (project: ReturnType<typeof sql>) => sql`
  select t.id, t.name from tasks t
  where t.project_id = ${project} and t.parent_id = 0 and t.visibility = 1
    and t.complete_at is null and t.archived_at is null and t.deleted_at is null
    and not exists (select from task_users tu where tu.task_id = t.id and tu.owner = 1)
  order by t.id limit ${sql.lit(UNCLAIMED_SHOWN)}`;

/** When it was this time of day last. */
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

/** A failure does not keep the others from being reminded. */
async function each(app: App, now: Date, run: (work: Work) => Promise<void>): Promise<void> {
  try {
    await performWork(app, nobody, (work) => run({ ...work, now }));
  } catch (error) {
    app.log.error({ err: error }, 'reminder');
  }
}
