import {
  IMPORT_MAX_ID_CHARS,
  IMPORT_MAX_PEOPLE,
  type ImportPerson,
  type ImportReport,
} from '@atrium/contract/files/imports.ts';
import { addressOf, type ImportPlan, type ImportProblem } from './imports.plan.ts';

/** The summary of a plan: what a report is made of. */
export interface Look {
  report: Omit<ImportReport, 'people_known'>;
  /** The emails by which the people may be matched. */
  addresses: string[];
  /** The people, those who are used most first. */
  people: SeenPerson[];
}

/** A person of an export as it is stored with the import. */
export type SeenPerson = Omit<ImportPerson, 'userid' | 'by'>;

const PARTS = 100;
const PLACES = 50;

export function summarize(plan: ImportPlan): Look {
  const parts: ImportReport['parts'] = [
    ...plan.projects.map(({ name, tasks }) => ({ type: 'project' as const, name, count: tasks.length })),
    ...plan.dialogs
      .filter((dialog) => dialog.type !== 'direct')
      .map(({ name, messages }) => ({ type: 'dialog' as const, name, count: messages.length })),
  ];
  return {
    report: { counts: plan.counts, parts: parts.slice(0, PARTS), problems: byReason(plan.problems) },
    addresses: plan.people.map((person) => addressOf(plan.source, person)),
    people: seenPeople(plan),
  };
}

const NAME_CHARS = 100;

function seenPeople(plan: ImportPlan): SeenPerson[] {
  const tasks = new Map<string, number>();
  const messages = new Map<string, number>();
  const add = (counts: Map<string, number>, id: string | null) =>
    id !== null && counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const task of plan.projects.flatMap((project) => project.tasks)) {
    for (const id of new Set(task.members)) add(tasks, id);
    for (const { author } of task.comments) add(messages, author);
  }
  for (const dialog of plan.dialogs) for (const { author } of dialog.messages) add(messages, author);
  return plan.people
    .filter(({ external_id }) => external_id.length <= IMPORT_MAX_ID_CHARS)
    .map(({ external_id, nickname, username, email }) => ({
      external_id,
      name: [...nickname].slice(0, NAME_CHARS).join(''),
      username: [...(username ?? '')].slice(0, NAME_CHARS).join(''),
      email: email ?? '',
      tasks: tasks.get(external_id) ?? 0,
      messages: messages.get(external_id) ?? 0,
    }))
    .sort((a, b) => b.tasks + b.messages - a.tasks - a.messages)
    .slice(0, IMPORT_MAX_PEOPLE);
}

export function byReason(problems: readonly ImportProblem[]): ImportReport['problems'] {
  const groups = Map.groupBy(problems, (problem) => problem.what);
  return [...groups]
    .map(([what, all]) => ({ what, count: all.length, where: all.slice(0, PLACES).map((each) => each.where) }))
    .sort((a, b) => b.count - a.count);
}
