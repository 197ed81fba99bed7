import type { ImportReport } from '@atrium/contract/files/imports.ts';
import type { App } from '#platform/app';
import { type Caller, performWork } from '#platform/work';
import type { ImportPlan } from './imports.plan.ts';
import { importDialog } from './write/dialogs.import.ts';
import { importFiles } from './write/files.import.ts';
import { importPeople } from './write/people.import.ts';
import { importProject } from './write/projects.import.ts';
import { Tally } from './write/tally.ts';

/** The number of records that an import processes, for a progress bar. */
export const recordsOf = (
  { tasks, comments, messages, files = 0 }: ImportReport['counts'],
  withFiles = false,
): number => tasks + comments + messages + (withFiles ? files : 0);

interface ImportOptions {
  /** True to download files stored at the other product. */
  withFiles?: boolean;
  /** External id -> userid, or 0 for nobody; the others are matched by email. */
  choices?: ReadonlyMap<string, number>;
  onStep?: (done: number) => void;
}

/**
 * Carries out a plan for a person, who owns the result. Every record stores its origin, so a second run changes nothing
 * and an interrupted one continues: each project and each conversation is one transaction.
 */
export async function carryOut(
  app: App,
  caller: Caller,
  plan: ImportPlan,
  { withFiles = false, choices = new Map(), onStep }: ImportOptions = {},
): Promise<Pick<Tally, 'created' | 'missed'>> {
  const tally = new Tally(onStep);
  const people = await performWork(app, caller, (work) => importPeople(work, plan, choices, tally));
  for (const project of plan.projects) {
    await performWork(app, caller, (work) => importProject(work, plan.source, project, people, tally));
  }
  for (const dialog of plan.dialogs) {
    await performWork(app, caller, (work) => importDialog(work, plan.source, dialog, people, tally));
  }
  if (withFiles) await importFiles(app, caller, plan, tally);
  return tally;
}
