import type { ApprovalContent, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import type { Plan } from '@atrium/contract/approvals/flow.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { APPROVAL_STATES } from '@atrium/contract/approvals/request.ts';
import type { processStart } from '@atrium/contract/approvals/submit.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { approvalFor, contentOf } from '../approvals.access.ts';
import { submittableFor } from '../definitions/definitions.service.ts';
import { effectOf, requireBalance } from '../effects/leave.service.ts';
import { presentDetail } from '../reading/detail.service.ts';
import { addEntry, announceRun } from './change.service.ts';
import { advance, member, type Run, type Step } from './engine.ts';
import { attachFiles, tokensIn } from './files.service.ts';
import { namesFor } from './names.service.ts';
import { loadPeople, worldOf } from './people.service.ts';
import { planFor } from './plan.service.ts';
import {
  type ApprovalRecord,
  countRunning,
  deleteSteps,
  findApproval,
  findCancelOf,
  insertApproval,
  listFiles,
  storeSteps,
  updateApproval,
} from './run.queries.ts';
import { type LabeledValue, linesOf, summaryOf, valuesOfVar } from './words.ts';

const MOST_RUNNING = 500;
const { returned: RETURNED, running: RUNNING, approved: APPROVED } = APPROVAL_STATES;
type Input = InputOf<typeof processStart>;

/**
 * Submits a request. With `id` it is a returned one with new values; with `cancels` the initiator asks to cancel an
 * approved one, and the same people decide.
 */
export async function startProcess(work: Work, input: Input): Promise<ApprovalDetail> {
  if (input.id) return resubmit(work, input.id, input);
  if (input.cancels) return startCancel(work, input.cancels, input.comment ?? '');
  const row = await submittableFor(work, { id: input.proc_def_id, name: input.proc_name });
  const { content } = row;
  return submit(work, content, {
    definition: { id: row.id, version: row.version },
    department_id: input.department_id,
    values: input.values ?? valuesOfVar(content, input.var ?? {}),
    chosen: input.chosen ?? {},
  });
}

interface Submission {
  definition: { id: number; version: number };
  department_id: number | undefined;
  values: Readonly<Record<string, unknown>>;
  chosen: Record<string, number[]>;
  cancels?: ApprovalRecord;
  comment?: string;
}

async function submit(work: Work, content: ApprovalContent, submission: Submission) {
  const { tx, caller, now } = work;
  const { definition, chosen, cancels } = submission;
  if ((await countRunning(tx, caller.userid)) >= MOST_RUNNING) throw fail('approval.many', { limit: MOST_RUNNING });
  const planned = await planFor(work, content, { ...submission, userid: caller.userid });
  requireComplete(planned);
  const effect = cancels ? NO_EFFECT : await effectOf(work, content, planned.values);
  if (!cancels) await requireBalance(work, caller.userid, effect, 0);
  const user = await findUser(tx, caller.userid);
  const id = await insertApproval(tx, {
    definition_id: definition.id,
    version: definition.version,
    name: content.name,
    icon: content.icon,
    title: `${content.name} · ${user ? displayName(user) : ''}`,
    userid: caller.userid,
    department_id: planned.department.id,
    department: planned.department.name,
    answers: planned.values,
    chosen,
    state: RUNNING,
    summary: [],
    cancels: cancels?.id ?? null,
    created_at: now,
    updated_at: now,
    ...effect,
  });
  await attachFiles(work, id, tokensIn(content.form, planned.values));
  return begin(work, id, content, planned.plan, { comment: submission.comment, isNew: true });
}

const NO_EFFECT = { effect: 'none' as const, away_from: null, away_to: null, leave_type: '', days: 0 };

function requireComplete({ problems, plan }: { problems: readonly unknown[]; plan: Plan }): void {
  if (problems.length > 0) throw fail('approval.values', { problems });
  if (plan.problems.length > 0) throw fail('approval.path', { problems: plan.problems });
}

/** Stores the steps of a plan and opens the first. */
async function begin(
  work: Work,
  id: number,
  content: ApprovalContent,
  plan: Plan,
  { comment = '', isNew }: { comment?: string | undefined; isNew: boolean },
) {
  const found = await requireRow(work, id);
  const row = { ...found, summary: await describe(work, found, content) };
  const steps: Step[] = plan.steps.map((step, index) => ({
    id: -1 - index,
    node: step.node,
    name: step.name,
    kind: step.kind,
    mode: step.mode,
    state: 'waiting',
    after: step.after.map((each) => -1 - each),
    members: step.userids.map((userid) => member(userid)),
    hours: step.hours,
    is_asked: false,
    opened_at: null,
    ended_at: null,
  }));
  const run: Run = { userid: row.userid, state: RUNNING, steps };
  await addEntry(work, row, { act: 'submit', comment }, '');
  const happened = advance(run, await worldOf(work, await loadPeople(work), content));
  await storeSteps(work.tx, id, [], run.steps);
  const after = await announceRun(work, { ...row, state: RUNNING }, content, {
    before: [],
    run,
    happened,
    isNew,
  });
  return presentDetail(work, after);
}

async function requireRow({ tx }: Work, id: number): Promise<ApprovalRecord> {
  const row = await findApproval(tx, id, true);
  if (!row) throw fail('approval.gone');
  return row;
}

/** The words by which a request is listed and found. */
async function describe(work: Work, row: ApprovalRecord, content: ApprovalContent): Promise<LabeledValue[]> {
  const files = await listFiles(work.tx, row.id);
  const names = await namesFor(work, content.form, row.answers, [row.userid], files);
  const lines = linesOf(content.form, row.answers, names);
  const words = [names.person(row.userid), row.department, ...lines.map(({ value }) => value)].join(' ');
  const summary = summaryOf(lines);
  await updateApproval(work.tx, row.id, { summary, words: words.slice(0, 10_000) });
  return summary;
}

/** @throws approval.gone, approval.finished  unless it waits for its initiator */
async function resubmit(work: Work, id: number, input: Input) {
  const row = await approvalFor(work, id, true);
  if (row.userid !== work.caller.userid) throw fail('approval.gone');
  if (row.state !== RETURNED) throw fail('approval.finished');
  const content = await contentOf(work, row);
  const values: Readonly<Record<string, unknown>> = row.cancels ? row.answers : (input.values ?? row.answers);
  const chosen = input.chosen ?? row.chosen;
  const department_id = input.department_id ?? (row.department_id || undefined);
  const planned = await planFor(work, content, { userid: row.userid, department_id, values, chosen });
  requireComplete(planned);
  const effect = row.cancels ? NO_EFFECT : await effectOf(work, content, planned.values);
  if (!row.cancels) await requireBalance(work, row.userid, effect, row.id);
  const fields: Partial<ApprovalRecord> = {
    answers: planned.values as ApprovalValues,
    chosen,
    state: RUNNING,
    department_id: planned.department.id,
    department: planned.department.name,
    updated_at: work.now,
    ...effect,
  };
  await updateApproval(work.tx, id, fields);
  await attachFiles(work, id, tokensIn(content.form, planned.values));
  await deleteSteps(work.tx, id);
  return begin(work, id, content, planned.plan, { comment: input.comment, isNew: false });
}

/** @throws approval.gone, approval.cancel  unless it is approved and nothing has canceled it or asks to */
async function startCancel(work: Work, id: number, comment: string) {
  const row = await approvalFor(work, id, true);
  if (row.userid !== work.caller.userid) throw fail('approval.gone');
  if (row.state !== APPROVED || row.cancels || row.canceled_at || (await findCancelOf(work.tx, id))) {
    throw fail('approval.cancel');
  }
  const content = await contentOf(work, row);
  return submit(work, content, {
    definition: { id: row.definition_id, version: row.version },
    department_id: row.department_id || undefined,
    values: row.answers,
    chosen: row.chosen,
    cancels: row,
    comment,
  });
}
