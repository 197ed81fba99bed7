import { CallError } from '@atrium/client/api.ts';
import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import { approvalForms, approvalPlan } from '@atrium/contract/approvals/forms.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import {
  addComment,
  fileUpload,
  processDelete,
  processDetail,
  processRemind,
  processStart,
  taskAdd,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskWithdraw,
} from '@atrium/contract/approvals/submit.ts';
import type { ValueProblem } from '@atrium/contract/approvals/values.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { approvalsChanged } from './news.ts';

export const readForms = () => client.api.read(approvalForms, {});
export const readPlan = (input: InputOf<typeof approvalPlan>) => client.api.read(approvalPlan, input);
export const readApproval = (id: number) => client.api.read(processDetail, { id });

/** @throws the server's error */
export async function submitApproval(input: InputOf<typeof processStart>): Promise<ApprovalDetail> {
  const made = await client.api.call(processStart, input);
  approvalsChanged();
  notify(t('approval.submitted'));
  return made;
}

/** The fields that the server refused. */
export const problemsIn = (error: unknown): readonly ValueProblem[] =>
  error instanceof CallError && error.code === 'approval.values'
    ? ((error.data['problems'] as ValueProblem[] | undefined) ?? [])
    : [];

/** Uploads a file for a request or a comment. @throws the server's error */
export const uploadApprovalFile = (file: File): Promise<ApprovalFile> =>
  client.api.upload(fileUpload, {
    fields: {},
    file: { field: 'files', name: file.name, content: file },
    onProgress: () => {},
  });

/** Carries out a change, and shows its error. Undefined if it was refused. */
async function changed<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return undefined;
  } finally {
    // The list reloads, because a refusal often means that somebody else was faster.
    approvalsChanged();
  }
}

interface Comment {
  comment?: string;
  pictures?: string[];
}
export const decide = (task_id: number, pass: boolean, said: Comment = {}) =>
  changed(client.api.call(taskComplete, { task_id, pass, ...said }));
export const returnStep = (task_id: number, to: number, said: Comment) =>
  changed(client.api.call(taskReturn, { task_id, ...(to > 0 && { to }), ...said }));
export const transferStep = (task_id: number, userid: number, said: Comment, from = 0) =>
  changed(client.api.call(taskTransfer, { task_id, userid, ...(from > 0 && { from }), ...said }));
export const addApprovers = (input: InputOf<typeof taskAdd>) => changed(client.api.call(taskAdd, input));
export const withdraw = (proc_inst_id: number) => changed(client.api.call(taskWithdraw, { proc_inst_id }));
export const cancelApproved = (cancels: number, comment: string) =>
  changed(client.api.call(processStart, { cancels, comment }));
export const commentOnRequest = (proc_inst_id: number, content: string, pictures: string[]) =>
  changed(client.api.call(addComment, { proc_inst_id, content, pictures }));
export const removeApproval = (proc_inst_id: number) => changed(client.api.call(processDelete, { proc_inst_id }));

export async function remindApprovers(proc_inst_id: number): Promise<void> {
  const done = await changed(client.api.call(processRemind, { proc_inst_id }));
  if (done) notify(t('approval.reminded'));
}
