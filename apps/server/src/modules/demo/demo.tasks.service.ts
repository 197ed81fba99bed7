import { encodeStatus, type FlowItem } from '@atrium/contract/projects/flows.ts';
import { VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { joinDialog } from '#modules/dialogs/members/membership.service';
import { createProject } from '#modules/projects/create.service';
import { flowItemsOf, saveFlow } from '#modules/projects/flows.service';
import { logChange } from '#modules/projects/log.service';
import { saveTag } from '#modules/projects/tags.service';
import { archiveTask, openTaskDialog, removeTask } from '#modules/tasks/lifecycle/archive.service';
import { addTask } from '#modules/tasks/lifecycle/create.service';
import type { Work } from '#platform/work';
import { minutesAfter } from './demo.clock.ts';
import type { PlannedTask, ProjectPlan, TaskFacts } from './demo.plans.ts';
import {
  completeSubtasks,
  listColumnNames,
  setContentCreatedAt,
  setProjectCreatedAt,
  setSubtaskTimes,
  setTaskTimes,
} from './demo.tasks.queries.ts';
import { asPerson, peopleIn, postAs, type Team } from './demo.team.ts';

/** The age of the projects in days. */
export const BEGIN = 30;
const PRIORITY_COLORS = ['', '#E03131', '#F76707', '#FAB005', '#868E96'];
const MORNING = 9 * 60;
const EVENING = 18 * 60;

export async function makeProject(team: Team, plan: ProjectPlan): Promise<void> {
  const begin = team.clock.day(-BEGIN, MORNING);
  await team.perform(async (base) => {
    const work = asPerson(team, base, plan.owner, begin);
    const project = await createProject(work, {
      name: plan.name,
      desc: plan.desc,
      columns: Object.keys(plan.columns),
      personal: false,
      members: plan.members.map((who) => team.ids[who]),
    });
    team.projects.set(plan.name, { id: project.id, dialogId: project.dialog_id });
    await setProjectCreatedAt(work.tx, begin, project.id);
    const columns = await listColumnNames(work.tx, project.id);
    const columnOf = (name: string | undefined) => columns.find((column) => column.name === name)?.id ?? 0;
    if (plan.flow) {
      const ids = plan.flow.map((_, index) => -1 - index);
      const flows = plan.flow.map(({ list, ...item }, index) => ({
        ...item,
        id: -1 - index,
        turns: ids,
        columnid: columnOf(list),
      }));
      await saveFlow(work, { project_id: project.id, flows });
    }
    for (const [name, color] of Object.entries(plan.tags)) await saveTag(work, { project_id: project.id, name, color });
    const flow = await flowItemsOf(work, project.id);
    for (const [name, tasks] of Object.entries(plan.columns)) {
      const columnId = columnOf(name);
      for (const task of tasks) await makeTask(team, base, { plan, projectId: project.id, columnId, flow }, task);
    }
  });
}

interface Place {
  plan: ProjectPlan;
  projectId: number;
  columnId: number;
  flow: readonly FlowItem[];
}

async function makeTask(team: Team, base: Work, place: Place, [name, owners, facts = {}]: PlannedTask): Promise<void> {
  const { plan, projectId, columnId } = place;
  const people = peopleIn(owners);
  const by = people[0] ?? plan.owner;
  const times = timesOf(team, facts);
  const work = asPerson(team, base, by, times.created_at);
  const { id } = await addTask(work, {
    project_id: projectId,
    column_id: String(columnId),
    name,
    owner: people.map((who) => team.ids[who]),
    assist: (facts.with ?? []).map((who) => team.ids[who]),
    subtasks: (facts.subs ?? []).map(([sub]) => ({ name: sub, owner: [team.ids[by]] })),
    task_tag: (facts.tags ?? []).map((tag) => ({ name: tag, color: plan.tags[tag] ?? '' })),
    ...(facts.note && { content: facts.note }),
    ...(facts.color && { color: facts.color }),
    ...(facts.p && {
      p_level: facts.p,
      p_name: translate('en', `priority.${facts.p as 1 | 2 | 3 | 4}`),
      p_color: PRIORITY_COLORS[facts.p] ?? '',
    }),
    visibility: facts.visibility ?? VISIBILITY.project,
    visibility_appointor: (facts.visibleTo ?? []).map((who) => team.ids[who]),
  });
  team.tasks.set(name, id);
  const { tx } = base;
  const { created_at, start_at, end_at, complete_at } = times;
  await Promise.all([
    setTaskTimes(tx, times, statusOf(place.flow, facts), id),
    setSubtaskTimes(tx, { created_at, start_at, end_at }, id),
    setContentCreatedAt(tx, created_at, id),
  ]);
  const finished = (facts.subs ?? []).filter(([, isDone]) => isDone || complete_at).map(([sub]) => sub);
  if (finished.length > 0) {
    const at = complete_at ?? team.clock.workday(1, MORNING + Math.floor(team.random() * 400));
    await completeSubtasks(tx, { complete_at: at, ...statusOf(place.flow, { done: 0 }) }, id, finished);
  }
  if (complete_at)
    logChange(asPerson(team, base, by, complete_at), { project_id: projectId, task_id: id, detail: 'task.complete' });
  if (facts.talk) await talkAbout(team, base, id, facts);
  const at = (days: number) =>
    asPerson(team, base, plan.owner, team.clock.day(-days, MORNING + Math.floor(team.random() * 480)));
  if (facts.archived !== undefined) await archiveTask(at(facts.archived), { task_id: id });
  if (facts.deleted !== undefined) await removeTask(at(facts.deleted), { task_id: id });
}

function timesOf({ clock, random }: Team, facts: TaskFacts) {
  const minutes = () => MORNING + Math.floor(random() * 480);
  const gone = facts.archived ?? facts.deleted;
  const done = facts.done ?? (facts.archived === undefined ? undefined : facts.archived + 1);
  const least = Math.max(6, (done ?? 0) + 2, (gone ?? 0) + 2, -(facts.due ?? 0) + 3);
  const made = facts.made ?? least + Math.floor(random() * Math.max(1, BEGIN - 1 - least));
  const created_at = clock.day(-made, minutes());
  const end_at = facts.due === undefined ? null : clock.day(facts.due, EVENING);
  const start_at =
    end_at &&
    new Date(
      Math.max(created_at.getTime(), minutesAfter(end_at, -(1 + Math.floor(random() * 4)) * 1440 - 9 * 60).getTime()),
    );
  const complete_at = done === undefined ? null : clock.day(-done, minutes());
  return { created_at, start_at, end_at, complete_at };
}

/** The planned status of a task; by default an end status if it is done, else the start. */
function statusOf(flow: readonly FlowItem[], { status, done, archived }: TaskFacts) {
  const isDone = done !== undefined || archived !== undefined;
  const item =
    flow.find((each) => each.name === status) ?? flow.find((each) => each.status === (isDone ? 'end' : 'start'));
  return item ? { flow_item_id: item.id, flow_item_name: encodeStatus(item) } : {};
}

async function talkAbout(team: Team, base: Work, taskId: number, { talk = [] }: TaskFacts): Promise<void> {
  const [first] = talk;
  if (!first) return;
  let at = team.clock.workday(1 + Math.floor(team.random() * 3), MORNING + Math.floor(team.random() * 300));
  const { dialog_id: dialogId } = await openTaskDialog(asPerson(team, base, first[0], at), { task_id: taskId });
  const speakers = [...new Set(talk.map(([who]) => team.ids[who]))];
  await joinDialog(base, dialogId, speakers, { inviter: team.ids[first[0]], important: true });
  for (const [who, text] of talk) {
    await postAs(team, base, { dialogId, who, text, at });
    at = minutesAfter(at, 2 + Math.floor(team.random() * 14));
  }
  if (talk.at(-1)?.[1].includes('@ada')) team.unread.set(dialogId, { ada: 1 });
}
