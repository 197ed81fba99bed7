import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork, type Work } from '#platform/work';
import { contentOf } from '../approvals.access.ts';
import { listWaitingFor, takeBegun, takeDue } from '../effects/delegation.queries.ts';
import { listOpen } from '../reading/lists.queries.ts';
import { changeRun } from './change.service.ts';
import { remindOf } from './decide.service.ts';
import { replaceMissing } from './engine.ts';
import { findApproval } from './run.queries.ts';

export const DUE_JOB = 'approvals_due';
export const PASS_ON_JOB = 'approvals_pass_on';
interface PassOn {
  approval: number;
}
const AT_ONCE = 200;

/** Runs once a minute: reminds people of steps that are late, and passes on what waits for people who are away now. */
export async function runDue(app: App, now = new Date()): Promise<void> {
  await performWork(app, systemCaller, (work) => remindLate({ ...work, now }));
  await performWork(app, systemCaller, async (work) => {
    const begun = await takeBegun(work.tx, now);
    // Each request has a job of its own: one that fails is tried again, also after a restart, and delays no other.
    for (const approval of await listWaitingFor(work.tx, begun)) {
      work.enqueue(PASS_ON_JOB, { approval } satisfies PassOn);
    }
  });
}

export async function passOn(app: App, payload: unknown): Promise<void> {
  const { approval } = payload as PassOn;
  await performWork(app, systemCaller, (work) => replaceIn(work, approval, null));
}

async function remindLate(work: Work): Promise<void> {
  const due = await takeDue(work.tx, work.now, AT_ONCE);
  for (const id of new Set(due.map(({ approval_id }) => approval_id))) {
    const row = await findApproval(work.tx, id);
    if (!row) continue;
    const steps = due.filter(({ approval_id }) => approval_id === id).map((step) => step.id);
    const open = (await listOpen(work.tx, [id])).filter((each) => steps.includes(each.id));
    await remindOf(work, row, await contentOf(work, row), open);
  }
}

async function replaceIn(work: Work, id: number, receiver: number | null): Promise<void> {
  const row = await findApproval(work.tx, id, true);
  if (row?.state !== 1) return;
  await changeRun(work, row, await contentOf(work, row), (run, world) => ({
    happened: replaceMissing(run, world, () => receiver),
  }));
}

/**
 * Moves the requests that wait for a person whose account has ended to the receiver, or to the substitutes of each step
 * if there is none.
 */
export async function handOverApprovals(work: Work, userid: number, receiver: number | null): Promise<void> {
  for (const id of await listWaitingFor(work.tx, [userid])) await replaceIn(work, id, receiver);
}
