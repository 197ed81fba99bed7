import { sql } from 'kysely';
import { systemCaller } from '#modules/auth/admin.service';
import { createAccount } from '#modules/auth/register.service';
import { placePerson, saveDepartment } from '#modules/departments/departments.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { hashPassword } from '#platform/crypto';
import { performWork, type Work } from '#platform/work';
import { makeTalk } from './demo.chat.service.ts';
import { demoClock, minutesOf, seeded } from './demo.clock.ts';
import { makeDrive } from './demo.drive.service.ts';
import { HIRING } from './demo.hiring.ts';
import { OFFICE } from './demo.office.ts';
import { DEPARTMENTS, PEOPLE, type Who } from './demo.people.ts';
import { makeReports } from './demo.reports.service.ts';
import { SITE } from './demo.site.ts';
import { PEOPLE_TALK } from './demo.talk.people.ts';
import { PROJECT_TALK } from './demo.talk.projects.ts';
import { BEGIN, makeProject } from './demo.tasks.service.ts';
import { PEOPLE_NAMES, perform, type Team } from './demo.team.ts';
import { WREN } from './demo.wren.ts';

export const DEMO_EMAIL = 'ada@demo.example';
export const DEMO_PASSWORD = 'atrium-demo';
/** Of twelve people so many have something unread in a conversation. */
const BEHIND = 0.15;

/** Fills an empty workspace with a believable team and its last month. The same at the same `now`. */
export async function fillDemo(app: App, now = new Date()): Promise<'filled' | 'there' | 'occupied'> {
  if ((await countActive(app.db)) > 0) return (await findUserByEmail(app.db, DEMO_EMAIL)) ? 'there' : 'occupied';
  const ids = await makePeople(app);
  const team: Team = {
    app,
    clock: demoClock(now),
    random: seeded(7),
    ids,
    as: (who) => ({
      ...systemCaller,
      userid: ids[who],
      nickname: PEOPLE[who][0],
      identity: who === 'ada' ? ['admin'] : [],
      lang: 'en',
    }),
    projects: new Map(),
    tasks: new Map(),
    said: new Map(),
    unread: new Map(),
  };
  for (const plan of [SITE, WREN, OFFICE, HIRING]) await makeProject(team, plan);
  for (const talk of [...PROJECT_TALK, ...PEOPLE_TALK]) await makeTalk(team, talk);
  await makeDepartments(team);
  await makeReports(team);
  await makeDrive(team);
  await perform(team, async (work) => {
    await putInTime(team, work);
    await markRead(team, work);
  });
  return 'filled';
}

async function makePeople(app: App): Promise<Record<Who, number>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return performWork(app, systemCaller, async (work) => {
    const ids: Partial<Record<Who, number>> = {};
    for (const who of PEOPLE_NAMES) {
      const [nickname, profession] = PEOPLE[who];
      const email = `${who}@demo.example`;
      const user = await createAccount(work, { email, passwordHash, nickname, profession, lang: 'en', ip: '' });
      ids[who] = user.userid;
    }
    return ids as Record<Who, number>;
  });
}

/** After all that is said: their conversations change nothing of who has read what. */
const makeDepartments = (team: Team) =>
  perform(team, async (work) => {
    for (const [name, [head = 'ada', ...others]] of Object.entries(DEPARTMENTS)) {
      const { id } = await saveDepartment(work, { name, owner_userid: team.ids[head] });
      for (const who of others) await placePerson(work, team.ids[who], [id]);
    }
  });

/** Use cases write the moment at which they run: here everything gets the time at which it is to have happened. */
async function putInTime({ clock, said }: Team, { tx }: Work): Promise<void> {
  const begin = clock.day(-BEGIN, minutesOf('8:00'));
  await sql`update messages m set created_at = told.at, updated_at = told.at
    from unnest(${[...said.keys()]}::int[], ${[...said.values()]}::timestamptz[]) as told(id, at) where m.id = told.id`.execute(
    tx,
  );
  // Cards and notices follow what they are about.
  await sql`with told as (select unnest(${[...said.keys()]}::int[]) as id)
    update messages m set (created_at, updated_at) = (
      select at, at from (select coalesce(max(k.created_at) + interval '20 seconds', ${begin}) as at
        from messages k join told using (id) where k.dialog_id = m.dialog_id and k.seq < m.seq) before)
    where m.id not in (select id from told)`.execute(tx);
  await sql`update dialogs d set created_at = least(d.created_at, ${begin}), updated_at = at, last_at = at
    from (select d.id, coalesce(max(m.created_at), ${begin}) as at from dialogs d left join messages m on m.dialog_id = d.id group by d.id) t
    where t.id = d.id`.execute(tx);
  await sql`update message_todos t set created_at = m.created_at from messages m where m.id = t.msg_id`.execute(tx);
  await sql`update users set created_at = ${begin}`.execute(tx);
  await sql`update departments set created_at = ${begin}, updated_at = ${begin}`.execute(tx);
  await sql`update projects set created_at = ${begin} where personal = 1`.execute(tx);
  // The log is read in the order in which it was written.
  await sql`update task_handoffs h set created_at = case h.source when 'complete' then coalesce(t.complete_at, t.created_at)
    when 'archive' then coalesce(t.archived_at, t.created_at) else t.created_at end from tasks t where t.id = h.task_id`.execute(
    tx,
  );
  await sql`with old as (delete from project_logs returning *), timed as (
      select o.*, coalesce(case o.detail when 'task.complete' then t.complete_at when 'task.archive' then t.archived_at
        when 'task.delete' then t.deleted_at else t.created_at end, ${begin}) as at
      from old o left join tasks t on t.id = o.task_id)
    insert into project_logs (project_id, column_id, task_id, task_only, userid, detail, record, created_at)
    select project_id, column_id, task_id, task_only, userid, detail, record, at from timed order by at, id`.execute(
    tx,
  );
}

/** History is read, but for what is new to the person of the demonstration and to a few others who are behind. */
async function markRead({ ids, random, unread }: Team, { tx }: Work): Promise<void> {
  const members = await tx
    .selectFrom('dialog_members')
    .innerJoin('dialogs', 'dialogs.id', 'dialog_members.dialog_id')
    .select(['dialog_id', 'userid', 'last_seq'])
    .where('last_seq', '>', 0)
    .orderBy('dialog_id')
    .orderBy('userid')
    .execute();
  const rows = members.map(({ dialog_id, userid, last_seq }) => {
    const behind = random() < BEHIND ? 1 + Math.floor(random() * 3) : 0;
    const left = userid === ids.ada ? (unread.get(dialog_id)?.ada ?? 0) : behind;
    return { dialog_id, userid, upto: Math.max(0, last_seq - left) };
  });
  await sql`update dialog_members dm set read = int4multirange(int4range(1, upto + 1)) + coalesce((
      select range_agg(int4range(m.seq, m.seq + 1)) from messages m where m.dialog_id = dm.dialog_id and m.userid = dm.userid), '{}')
    from unnest(${rows.map((row) => row.dialog_id)}::int[], ${rows.map((row) => row.userid)}::int[], ${rows.map((row) => row.upto)}::int[]) as r(d, u, upto)
    where dm.dialog_id = r.d and dm.userid = r.u`.execute(tx);
}
