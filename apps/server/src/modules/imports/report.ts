import type { ImportReport } from '@atrium/contract/files/imports.ts';
import { addressOf, type ImportPlan, type ImportProblem } from './imports.plan.ts';

/** The summary of a plan: what a report is made of. */
export interface Look {
  report: Omit<ImportReport, 'people_known'>;
  /** Emails by which its people may be matched. */
  addresses: string[];
}

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
  };
}

export function byReason(problems: readonly ImportProblem[]): ImportReport['problems'] {
  const groups = Map.groupBy(problems, (problem) => problem.what);
  return [...groups]
    .map(([what, all]) => ({ what, count: all.length, where: all.slice(0, PLACES).map((each) => each.where) }))
    .sort((a, b) => b.count - a.count);
}
