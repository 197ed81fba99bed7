import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { createSampleAccount } from '#modules/auth/signUp/account.service';
import { addGroupUsers } from '#modules/dialogs/dialogs.service';
import { isMeetingOpen } from '#modules/meetings/meetings.access';
import { savePlan } from '#modules/meetings/plans/plans.service';
import { transferProject } from '#modules/projects/projects.service';
import type { App } from '#platform/app';
import { callerFor, operatorCaller } from '#platform/callers';
import { wireTime } from '#platform/time/time';
import { performWork, type Work } from '#platform/work';
import { makeTalk } from '../demo.chat.service.ts';
import { demoClock, minutesOf, seeded } from '../demo.clock.ts';
import { makeDrive } from '../demo.drive.service.ts';
import { FOLDERS } from '../demo.files.ts';
import { HIRING } from '../demo.hiring.ts';
import { PEOPLE, type PersonKey } from '../demo.people.ts';
import type { ProjectPlan } from '../demo.plans.ts';
import {
  listMemberEnds,
  markReadUpTo,
  setDialogTimes,
  setFollowingTimes,
  setHandoffTimes,
  setLogTimes,
  setMessageTimes,
  setTodoTimes,
} from '../demo.queries.ts';
import { SITE } from '../demo.site.ts';
import { PEOPLE_TALK } from '../demo.talk.people.ts';
import { PROJECT_TALK } from '../demo.talk.projects.ts';
import { BEGIN, makeProject } from '../demo.tasks.service.ts';
import { asPerson, PEOPLE_NAMES, type Team } from '../demo.team.ts';
import { WREN } from '../demo.wren.ts';
import {
  findSet,
  type ItemKind,
  insertItem,
  listItems,
  listProjectDialogs,
  listTaskNames,
  markFailed,
  type SampleSet,
  updateSet,
} from './samples.queries.ts';
import { STEPS, type Step } from './steps.ts';

/** The name of the chat that has all sample people. */
const GROUP = 'Coffee corner';
/** The folders that the sample people share with each other. */
const SHARED = ['Wren 2', 'Press'];
const MEETING_MINUTES = 45;
const MEETING_IN_DAYS = 2;

/** Runs the next steps until all are done. It is safe to run twice at the same time, and to stop at any moment. */
export async function fillSamples(app: App): Promise<void> {
  try {
    while (await performWork(app, operatorCaller, nextStep));
  } catch (error) {
    await markFailed(app.db);
    throw error;
  }
}

/** @returns whether it did one */
async function nextStep(work: Work): Promise<boolean> {
  const set = await findSet(work.tx, { lock: true });
  if (set?.state !== 'adding') return false;
  const step = STEPS[set.done];
  if (step) await RUN[step](work, set);
  const done = set.done + 1;
  await updateSet(work.tx, set.id, { done: Math.min(done, STEPS.length), is_failed: false, state: stateAfter(done) });
  return done < STEPS.length;
}

const stateAfter = (done: number) => (done < STEPS.length ? 'adding' : 'there');

const RUN: Record<Step, (work: Work, set: SampleSet) => Promise<void>> = {
  people: makePeople,
  site: (work, set) => projectStep(work, set, SITE),
  wren: (work, set) => projectStep(work, set, WREN),
  hiring: (work, set) => projectStep(work, set, HIRING),
  group: groupStep,
  files: filesStep,
  meeting: meetingStep,
};

const record = (work: Work, set: SampleSet, kind: ItemKind, item_id: number, name: string) =>
  insertItem(work.tx, { set_id: set.id, kind, item_id, name });

/** The names of sample people say in the reader's language that they are samples. No mail arrives at their domain. */
async function makePeople(work: Work, set: SampleSet): Promise<void> {
  const lang = set.lang as Language;
  for (const who of PEOPLE_NAMES) {
    const [name, profession] = PEOPLE[who];
    const nickname = translate(lang, 'samples.person', { name });
    const email = `${who}.${set.id}@sample.invalid`;
    const user = await createSampleAccount(work, { email, nickname, profession, lang: 'en' });
    await record(work, set, 'user', user.userid, who);
  }
}

async function teamOf(work: Work, set: SampleSet): Promise<Team> {
  const { tx, app } = work;
  const people = await listItems(tx, set.id, 'user');
  const ids = Object.fromEntries(people.map(({ name, item_id }) => [name, item_id])) as Record<PersonKey, number>;
  const projects = await listItems(tx, set.id, 'project');
  const tasks = await listTaskNames(
    tx,
    projects.map(({ item_id }) => item_id),
  );
  return {
    app,
    clock: demoClock(work.now),
    random: seeded(7 + set.done),
    ids,
    as: (who) => callerFor(ids[who], { nickname: PEOPLE[who][0], isBot: false }),
    // The work is part of the step's transaction.
    perform: (run) => run(work),
    guests: [set.userid],
    projects: new Map(),
    tasks: new Map(tasks.map(({ name, id }) => [name, id])),
    said: new Map(),
    unread: new Map(),
  };
}

async function projectStep(work: Work, set: SampleSet, plan: ProjectPlan): Promise<void> {
  const team = await teamOf(work, set);
  await makeProject(team, plan);
  for (const talk of PROJECT_TALK) {
    if (typeof talk.in === 'object' && 'project' in talk.in && talk.in.project === plan.name)
      await makeTalk(team, talk);
  }
  const id = team.projects.get(plan.name)?.id ?? 0;
  await record(work, set, 'project', id, plan.name);
  await putInTime(work, team, await listProjectDialogs(work.tx, id), [id]);
  // The administrator joins at the end, so that the client gets everything at once, as if it were old.
  await transferProject(asPerson(team, work, plan.owner, work.now), { project_id: id, owner_userid: set.userid });
}

async function groupStep(work: Work, set: SampleSet): Promise<void> {
  const team = await teamOf(work, set);
  const talk = PEOPLE_TALK.find((each) => typeof each.in === 'object' && 'group' in each.in && each.in.group === GROUP);
  if (!talk) throw new Error(`the plan has no group ${GROUP}`);
  const dialogId = await makeTalk(team, talk);
  await record(work, set, 'dialog', dialogId, GROUP);
  await putInTime(work, team, [dialogId], []);
  await addGroupUsers(asPerson(team, work, 'ada', work.now), { dialog_id: dialogId, userids: [set.userid] });
}

async function filesStep(work: Work, set: SampleSet): Promise<void> {
  const team = await teamOf(work, set);
  const folders = FOLDERS.filter(({ name }) => SHARED.includes(name));
  for (const [index, id] of (await makeDrive(team, folders)).entries()) {
    await record(work, set, 'file', id, folders[index]?.name ?? '');
  }
}

async function meetingStep(work: Work, set: SampleSet): Promise<void> {
  if (!(await isMeetingOpen(work.app))) return;
  const team = await teamOf(work, set);
  const plan = await savePlan(asPerson(team, work, 'ben', work.now), {
    name: 'Wren 2: weekly review',
    start_at: wireTime(team.clock.day(MEETING_IN_DAYS, minutesOf('10:00'))),
    minutes: MEETING_MINUTES,
    userids: [team.ids.emil, team.ids.hiro, set.userid],
  });
  await record(work, set, 'plan', plan.id, plan.name);
}

/** Sets when everything in these conversations and projects happened, and marks it as read by the samples. */
async function putInTime({ tx }: Work, { clock, said }: Team, dialogs: number[], projects: number[]): Promise<void> {
  const begin = clock.day(-BEGIN, minutesOf('8:00'));
  await setMessageTimes(tx, [...said.keys()], [...said.values()]);
  await setFollowingTimes(tx, [...said.keys()], begin, dialogs);
  await setDialogTimes(tx, begin, dialogs);
  await setTodoTimes(tx, dialogs);
  await setHandoffTimes(tx, projects);
  await setLogTimes(tx, begin, projects);
  const ends = await listMemberEnds(tx, dialogs);
  await markReadUpTo(
    tx,
    ends.map((row) => row.dialog_id),
    ends.map((row) => row.userid),
    ends.map((row) => row.last_seq),
  );
}
