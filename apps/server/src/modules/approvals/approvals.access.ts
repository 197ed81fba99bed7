import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_STATES } from '@atrium/contract/approvals/request.ts';
import { fail } from '#platform/fail';
import { isAdmin, type View, type Work } from '#platform/work';
import { findContent } from './definitions/definitions.queries.ts';
import { isParticipant } from './reading/lists.queries.ts';
import { type ApprovalRecord, findApproval, findApprovalOfStep, isDecidedByOthers } from './running/run.queries.ts';

/**
 * A request for its initiator, the people who were asked or informed, and administrators. People in later steps do
 * not see it yet.
 *
 * @throws approval.gone
 */
export async function approvalFor(view: View, id: number, lock = false): Promise<ApprovalRecord> {
  const row = await findApproval(view.tx, id, lock);
  if (!row) throw fail('approval.gone');
  const { caller } = view;
  if (row.userid === caller.userid || isAdmin(caller)) return row;
  if (!(await isParticipant(view.tx, row.id, caller.userid))) throw fail('approval.gone');
  return row;
}

/** The request of a step, locked. @throws approval.gone */
export async function approvalOfStepFor(work: Work, stepId: number): Promise<ApprovalRecord> {
  const id = await findApprovalOfStep(work.tx, stepId);
  if (id === undefined) throw fail('approval.gone');
  return approvalFor(work, id, true);
}

/** The form and flow that a request was submitted with. */
export async function contentOf({ tx }: View, row: ApprovalRecord): Promise<ApprovalContent> {
  const content = await findContent(tx, row.definition_id, row.version);
  if (!content) throw new Error(`approval ${row.id} has no content`);
  return content;
}

const { returned: RETURNED, running: RUNNING, approved: APPROVED } = APPROVAL_STATES;

/** A returned request may always be withdrawn. */
export const mayWithdraw = async ({ tx }: View, row: ApprovalRecord, content: ApprovalContent) =>
  row.state === RETURNED || content.withdraw === 'running' || !(await isDecidedByOthers(tx, row.id, row.userid));

export const mayDelete = (row: ApprovalRecord, caller: Work['caller']): boolean =>
  row.state > RUNNING &&
  (isAdmin(caller) || (row.userid === caller.userid && (row.state !== APPROVED || row.effect === 'none')));
