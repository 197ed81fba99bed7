import {
  type ApprovalContent,
  type ApprovalField,
  type ApprovalNode,
  type ApprovalWho,
  type ApproverNode,
  blankContent,
} from '@atrium/contract/approvals/definition.ts';
import { procdefPublish, procdefSave } from '@atrium/contract/approvals/forms.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { processStart } from '@atrium/contract/approvals/submit.ts';
import { administrator, type TestClient, unique } from '#testing/world';

/** Definitions and requests for tests. */

let nodes = 0;
export const approver = (who: ApprovalWho, more: Partial<ApproverNode> = {}): ApproverNode => ({
  id: `n${++nodes}`,
  type: 'approver',
  name: 'Check',
  branch: '',
  who,
  mode: 'one',
  nobody: { rule: 'stop', userid: 0 },
  hours: 0,
  ...more,
});
export const named = (...people: TestClient[]): ApprovalWho => ({
  kind: 'people',
  userids: people.map(({ userid }) => userid),
});
export const copyTo = (...people: TestClient[]): ApprovalNode => ({
  id: `n${++nodes}`,
  type: 'copy',
  name: 'Copy',
  branch: '',
  who: named(...people),
});
const base = { required: false, hint: '' };
export const reason: ApprovalField = { ...base, id: 'reason', kind: 'text', label: 'Reason', multiline: true };
export const amount: ApprovalField = {
  ...base,
  id: 'amount',
  kind: 'number',
  label: 'Amount',
  unit: '',
  decimals: 2,
  min: null,
  max: null,
};
export const range: ApprovalField = { ...base, id: 'time', kind: 'range', label: 'Time', time: true };
export const leaveType: ApprovalField = {
  ...base,
  id: 'type',
  kind: 'choice',
  label: 'Type',
  many: false,
  options: [
    { id: 'annual', label: 'Annual leave' },
    { id: 'sick', label: 'Sick leave' },
  ],
};

/** Publishes a definition with this flow. */
export async function publish(flow: ApprovalNode[], more: Partial<ApprovalContent> = {}) {
  const admin = await administrator();
  const content = { ...blankContent(unique('Form ')), form: [reason], flow, ...more };
  const { id } = await admin.call(procdefSave, { content });
  return admin.call(procdefPublish, { id });
}

export const submit = (
  who: TestClient,
  form: { id: number },
  values: Record<string, unknown> = { reason: 'Please' },
  more: { chosen?: Record<string, number[]>; department_id?: number } = {},
) => who.call(processStart, { proc_def_id: form.id, values, ...more });

/** The open step, and the people who are asked. */
export const openSteps = ({ steps }: ApprovalDetail) =>
  steps
    .filter(({ state }) => state === 'open')
    .map(({ id, people }) => ({ id, asked: people.filter(({ state }) => state === 1).map(({ userid }) => userid) }));
