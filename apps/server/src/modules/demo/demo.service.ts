import { createAccount } from '#modules/auth/signUp/account.service';
import { saveDepartment, setPersonDepartments } from '#modules/departments/departments.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor, operatorCaller } from '#platform/callers';
import { hashPassword } from '#platform/crypto';
import { type Caller, performWork, type Work } from '#platform/work';
import { attachPictures, makeApprovals } from './approvals/approvals.service.ts';
import { makeTalk } from './demo.chat.service.ts';
import { demoClock, minutesOf, seeded } from './demo.clock.ts';
import { makeDrive, makeFavorites } from './demo.drive.service.ts';
import { HIRING } from './demo.hiring.ts';
import { OFFICE } from './demo.office.ts';
import { makeMeetings, makePortraits, openCheckin } from './demo.people.service.ts';
import { DEPARTMENTS, PEOPLE, type PersonKey } from './demo.people.ts';
import {
  listMemberEnds,
  markReadUpTo,
  setDepartmentTimes,
  setDialogTimes,
  setFollowingTimes,
  setHandoffTimes,
  setLogTimes,
  setMessageTimes,
  setPersonalProjectTimes,
  setTodoTimes,
  setUserTimes,
} from './demo.queries.ts';
import { makeReports } from './demo.reports.service.ts';
import { SITE } from './demo.site.ts';
import { PEOPLE_TALK } from './demo.talk.people.ts';
import { PROJECT_TALK } from './demo.talk.projects.ts';
import { BEGIN, makeProject } from './demo.tasks.service.ts';
import { PEOPLE_NAMES, type Team } from './demo.team.ts';
import { WREN } from './demo.wren.ts';

export const DEMO_EMAIL = 'ada@demo.example';
export const DEMO_PASSWORD = 'atrium-demo';
/** The probability that one of the twelve people has unread messages in a conversation. */
const BEHIND = 0.15;

/** Fills an empty workspace with a believable team and its last month. The same `now` gives the same data. */
export async function fillDemo(app: App, now = new Date()): Promise<'filled' | 'there' | 'occupied'> {
  if ((await countActive(app.db)) > 0) return (await findUserByEmail(app.db, DEMO_EMAIL)) ? 'there' : 'occupied';
  const ids = await makePeople(app);
  const as = (who: PersonKey): Caller =>
    callerFor(ids[who], { nickname: PEOPLE[who][0], identity: who === 'ada' ? ['admin'] : [], isBot: false });
  const team: Team = {
    app,
    clock: demoClock(now),
    random: seeded(7),
    ids,
    as,
    perform: (run) => performWork(app, as('ada'), run),
    guests: [],
    projects: new Map(),
    tasks: new Map(),
    said: new Map(),
    unread: new Map(),
  };
  // Both run at the same time: the history waits for the database half of its time, the files for the disk.
  const [pictures] = await Promise.all([attachPictures(team), makeHistory(team), makeDrive(team), makePortraits(team)]);
  await makeFavorites(team);
  await makeMeetings(team);
  await openCheckin(team);
  await makeApprovals(team, pictures);
  await team.perform(async (work) => {
    await putInTime(team, work);
    await markRead(team, work);
  });
  return 'filled';
}

/** What the team has planned, said and reported. */
async function makeHistory(team: Team): Promise<void> {
  for (const plan of [SITE, WREN, OFFICE, HIRING]) await makeProject(team, plan);
  for (const talk of [...PROJECT_TALK, ...PEOPLE_TALK]) await makeTalk(team, talk);
  await makeDepartments(team);
  await makeReports(team);
}

async function makePeople(app: App): Promise<Record<PersonKey, number>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return performWork(app, operatorCaller, async (work) => {
    const ids: Partial<Record<PersonKey, number>> = {};
    for (const who of PEOPLE_NAMES) {
      const [nickname, profession] = PEOPLE[who];
      const email = `${who}@demo.example`;
      const user = await createAccount(work, { email, passwordHash, nickname, profession, lang: 'en', ip: '' });
      ids[who] = user.userid;
    }
    return ids as Record<PersonKey, number>;
  });
}

/** Creates the departments after all messages, so that their groups do not change who has read what. */
const makeDepartments = (team: Team) =>
  team.perform(async (work) => {
    for (const [name, [head = 'ada', ...others]] of Object.entries(DEPARTMENTS)) {
      const { id } = await saveDepartment(work, { name, owner_userid: team.ids[head] });
      for (const who of others) await setPersonDepartments(work, team.ids[who], [id]);
    }
  });

/** Use cases record the time at which they run: this sets the time at which each is supposed to have happened. */
async function putInTime({ clock, said }: Team, { tx }: Work): Promise<void> {
  const begin = clock.day(-BEGIN, minutesOf('8:00'));
  await setMessageTimes(tx, [...said.keys()], [...said.values()]);
  // Cards and notices get the time of the message they are about.
  await setFollowingTimes(tx, [...said.keys()], begin, null);
  await setDialogTimes(tx, begin, null);
  await setTodoTimes(tx, null);
  await setUserTimes(tx, begin);
  await setDepartmentTimes(tx, begin);
  await setPersonalProjectTimes(tx, begin);
  // The log is read in insertion order.
  await setHandoffTimes(tx, null);
  await setLogTimes(tx, begin, null);
}

/** Marks history as read, except for recent messages to the demo user and to a few people who are behind. */
async function markRead({ ids, random, unread }: Team, { tx }: Work): Promise<void> {
  const members = await listMemberEnds(tx, null);
  const rows = members.map(({ dialog_id, userid, last_seq }) => {
    const behind = random() < BEHIND ? 1 + Math.floor(random() * 3) : 0;
    const left = userid === ids.ada ? (unread.get(dialog_id)?.ada ?? 0) : behind;
    return { dialog_id, userid, upto: Math.max(0, last_seq - left) };
  });
  await markReadUpTo(
    tx,
    rows.map((row) => row.dialog_id),
    rows.map((row) => row.userid),
    rows.map((row) => row.upto),
  );
}
