import {
  approvalAdded,
  approvalChanged,
  approvalFinished,
  approvalsUnread,
} from '@atrium/contract/approvals/approvals.ts';
import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_STATES, type ApprovalAct } from '@atrium/contract/approvals/request.ts';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { listParticipants } from '../reading/lists.queries.ts';
import {
  LEFT,
  type Outcome,
  PASSED,
  pendingIn,
  REFUSED,
  type Run,
  type Step,
  type SystemAction,
  type World,
} from './engine.ts';
import { closeNotices, type Notice, sendNotices } from './notices.service.ts';
import { loadPeople, worldOf } from './people.service.ts';
import { type ApprovalRecord, insertEntry, loadSteps, storeSteps, updateApproval } from './run.queries.ts';

const { running: RUNNING, approved: APPROVED, refused: REJECTED, withdrawn: WITHDRAWN } = APPROVAL_STATES;

export interface Entry {
  act: ApprovalAct;
  stepId?: number;
  comment?: string | undefined;
  pictures?: readonly string[] | undefined;
  userids?: readonly number[];
}

/**
 * Changes a request that the transaction has locked: by the engine, with the changes to store and the people to notify.
 * The second of two who decide the same at once waits for the lock, and then finds it decided.
 *
 * @throws approval.decided, approval.finished, approval.people, approval.return, approval.steps
 */
export async function changeRun(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  perform: (run: Run, world: World) => Outcome,
  entry?: Entry,
): Promise<ApprovalRecord> {
  const world = await worldOf(work, await loadPeople(work), content);
  const steps = await loadSteps(work.tx, row.id);
  const before = structuredClone(steps);
  const run: Run = { userid: row.userid, state: row.state, steps };
  const outcome = perform(run, world);
  if (outcome.refused) throw fail(`approval.${outcome.refused}`);
  const acting = entry?.stepId ? before.find(({ id }) => id === entry.stepId) : undefined;
  await storeSteps(work.tx, row.id, before, run.steps);
  if (entry) await addEntry(work, row, entry, acting?.name ?? '');
  return announceRun(work, row, content, { before, run, happened: outcome.happened, comment: entry?.comment });
}

export async function addEntry(work: Work, row: ApprovalRecord, entry: Entry, stepName: string): Promise<number> {
  const { id } = await insertEntry(work.tx, {
    approval_id: row.id,
    step_id: entry.stepId ?? 0,
    step_name: stepName,
    userid: work.caller.userid,
    act: entry.act,
    comment: entry.comment ?? '',
    pictures: [...(entry.pictures ?? [])],
    userids: [...(entry.userids ?? [])],
    created_at: work.now,
  });
  return id;
}

interface Change {
  before: readonly Step[];
  run: Run;
  happened: readonly SystemAction[];
  comment?: string | undefined;
  /** True if it was submitted just now. */
  isNew?: boolean;
}

/** Stores the state that a request has reached, and notifies the people concerned. */
export async function announceRun(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  { before, run, happened, comment, isNew = false }: Change,
): Promise<ApprovalRecord> {
  for (const each of happened) await recordHappened(work, row, each);
  const isOver = run.state > RUNNING;
  const fields = {
    state: run.state,
    updated_at: work.now,
    end_at: isOver ? work.now : null,
    ...(comment ? { latest_comment: comment } : {}),
  };
  await updateApproval(work.tx, row.id, fields);
  const after = { ...row, ...fields };
  await settleSteps(work, row, before, run);
  await askPending(work, after, content, before, run);
  for (const { act, userids } of happened) {
    if (act === 'copy') {
      await sendNotices(work, after, content, userids, { type: 'approve_notifier', key: 'notifier', action: '' });
    }
  }
  await tellOutcome(work, after, content, row.state, comment);
  const asked = (steps: readonly Step[], isRunning: boolean) =>
    isRunning ? steps.flatMap((step) => pendingIn(step).map(({ userid }) => userid)) : [];
  const counts = [...asked(before, row.state === RUNNING), ...asked(run.steps, run.state === RUNNING)];
  work.emit(approvalsUnread, toUsers(...counts, ...(work.caller.userid > 0 ? [work.caller.userid] : [])), {});
  const people = toUsers(...(await listParticipants(work.tx, row.id)));
  const data = { id: row.id, state: run.state };
  if (isNew) work.emit(approvalAdded, people, data);
  if (isOver) work.emit(approvalFinished, people, data);
  else if (!isNew) work.emit(approvalChanged, people, data);
  return after;
}

async function recordHappened(work: Work, row: ApprovalRecord, { act, step, userids }: SystemAction): Promise<void> {
  await insertEntry(work.tx, {
    approval_id: row.id,
    step_id: Math.max(0, step.id),
    step_name: step.name,
    userid: 0,
    act,
    userids: [...userids],
    created_at: work.now,
  });
}

/** Updates the messages of people who no longer have to decide, with the reason. */
async function settleSteps(work: Work, row: ApprovalRecord, before: readonly Step[], run: Run): Promise<void> {
  const actor = await findUser(work.tx, work.caller.userid);
  const by = actor ? displayName(actor) : '';
  for (const old of before) {
    const asked = pendingIn(old).map(({ userid }) => userid);
    if (asked.length === 0 || row.state !== RUNNING) continue;
    const step = run.steps.find(({ id }) => id === old.id);
    const still = step && run.state === RUNNING ? pendingIn(step).map(({ userid }) => userid) : [];
    for (const userid of asked) {
      if (still.includes(userid)) continue;
      const action = actionOf(run, step, userid);
      await closeNotices(work, row.id, { stepId: old.id, userids: [userid] }, { action, by });
    }
  }
}

function actionOf(run: Run, step: Step | undefined, userid: number): Notice['action'] {
  const own = step?.members.findLast((each) => each.userid === userid || each.instead_of === userid);
  if (own?.state === PASSED) return 'pass';
  if (own?.state === REFUSED || run.state === REJECTED) return 'refuse';
  if (run.state === WITHDRAWN) return 'withdraw';
  if (own?.state === LEFT || (own && own.userid !== userid)) return 'transfer';
  if (run.state === 0 || step?.state === 'waiting') return 'return';
  return step?.state === 'passed' ? 'pass' : 'transfer';
}

async function askPending(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  before: readonly Step[],
  run: Run,
): Promise<void> {
  if (run.state !== RUNNING) return;
  for (const step of run.steps) {
    const old = before.find(({ id }) => id === step.id);
    const asked = old ? pendingIn(old).map(({ userid }) => userid) : [];
    const fresh = pendingIn(step).filter(({ userid }) => !asked.includes(userid));
    if (fresh.length === 0) continue;
    const userids = fresh.map(({ userid }) => userid);
    const insteadOf = new Map(
      fresh.flatMap((each) => (each.instead_of ? [[each.userid, each.instead_of] as const] : [])),
    );
    const key = row.cancels ? 'reviewer_cancel' : 'reviewer';
    const notice = { type: 'approve_reviewer', key, action: '', stepId: step.id, insteadOf } as const;
    await sendNotices(work, row, content, userids, notice);
  }
}

async function tellOutcome(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  before: number,
  comment: string | undefined,
): Promise<void> {
  if (row.state === before) return;
  const by = work.caller.userid;
  const tell = (key: Notice['key'], action: Notice['action']) =>
    sendNotices(work, row, content, [row.userid], {
      type: 'approve_submitter',
      key,
      action,
      is_finished: row.state > RUNNING,
      by,
      ...(comment ? { comment } : {}),
    });
  if (row.state === APPROVED) {
    if (row.cancels) await updateApproval(work.tx, row.cancels, { canceled_at: work.now, updated_at: work.now });
    await closeNotices(work, row.id, {}, { is_finished: 1 });
    await tell('submitter_pass', 'pass');
  } else if (row.state === REJECTED) {
    await closeNotices(work, row.id, {}, { is_finished: 1 });
    await tell('submitter_refuse', 'refuse');
  } else if (row.state === WITHDRAWN) {
    await closeNotices(work, row.id, {}, { is_finished: 1 });
  } else if (row.state === 0) {
    await tell('submitter_return', 'return');
  }
}
