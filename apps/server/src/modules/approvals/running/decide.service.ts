import { approvalChanged } from '@atrium/contract/approvals/approvals.ts';
import { APPROVAL_LIMITS, type ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { APPROVAL_STATES } from '@atrium/contract/approvals/request.ts';
import type {
  addComment,
  processDelete,
  processRemind,
  taskAdd,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskWithdraw,
} from '@atrium/contract/approvals/submit.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { isAdmin, type Work } from '#platform/work';
import { approvalFor, approvalOfStepFor, contentOf, mayDelete, mayWithdraw } from '../approvals.access.ts';
import { presentDetail } from '../reading/detail.service.ts';
import { listOpen, listParticipants, type OpenStep } from '../reading/lists.queries.ts';
import { addEntry, changeRun } from './change.service.ts';
import * as engine from './engine.ts';
import { attachFiles } from './files.service.ts';
import { sendNotices } from './notices.service.ts';
import { type ApprovalRecord, deleteApproval, updateApproval } from './run.queries.ts';

const { running: RUNNING } = APPROVAL_STATES;
const REMIND_MS = 3_600_000;

interface Comment {
  task_id: number;
  comment?: string | undefined;
  pictures?: string[] | undefined;
}

/** The request of a step, locked, with the comment attached. */
async function begin(work: Work, { task_id, pictures = [] }: Comment) {
  const row = await approvalOfStepFor(work, task_id);
  await attachFiles(work, row.id, pictures);
  return { row, content: await contentOf(work, row) };
}

/** Approves or rejects. @throws approval.gone, approval.decided, approval.finished */
export async function complete(work: Work, input: InputOf<typeof taskComplete>) {
  const { row, content } = await begin(work, input);
  const { userid } = work.caller;
  const after = await changeRun(
    work,
    row,
    content,
    (run, world) => engine.decide(run, world, input.task_id, userid, input.pass),
    { act: input.pass ? 'approve' : 'refuse', stepId: input.task_id, comment: input.comment, pictures: input.pictures },
  );
  return presentDetail(work, after);
}

const require = (content: ApprovalContent, what: keyof ApprovalContent['may']) => {
  if (!content.may[what]) throw fail('forbidden');
};

export async function giveBack(work: Work, input: InputOf<typeof taskReturn>) {
  const { row, content } = await begin(work, input);
  require(content, 'return');
  const { userid } = work.caller;
  const after = await changeRun(
    work,
    row,
    content,
    (run, world) => engine.returnTo(run, world, input.task_id, userid, input.to ?? 0),
    { act: 'return', stepId: input.task_id, comment: input.comment, pictures: input.pictures },
  );
  return presentDetail(work, after);
}

/** @throws forbidden  if the definition does not allow it, or somebody passes on another person's step */
export async function transfer(work: Work, input: InputOf<typeof taskTransfer>) {
  const { row, content } = await begin(work, input);
  const { userid: self } = work.caller;
  const from = input.from ?? self;
  if (from === self) require(content, 'transfer');
  else if (!isAdmin(work.caller)) throw fail('forbidden');
  const after = await changeRun(
    work,
    row,
    content,
    (run, world) => engine.transfer(run, world, input.task_id, from, input.userid),
    {
      act: 'transfer',
      stepId: input.task_id,
      comment: input.comment,
      pictures: input.pictures,
      userids: from === self ? [input.userid] : [from, input.userid],
    },
  );
  if (from !== self) {
    work.audit({
      action: 'approval.assigned',
      target: { type: 'approval', id: row.id, name: row.title },
      detail: { from, to: input.userid },
    });
  }
  return presentDetail(work, after);
}

export async function addApprovers(work: Work, input: InputOf<typeof taskAdd>) {
  const { row, content } = await begin(work, input);
  require(content, 'add');
  const { userid, lang } = work.caller;
  const { place, mode = 'all', userids } = input;
  const after = await changeRun(
    work,
    row,
    content,
    (run, world) =>
      engine.addStep(run, world, input.task_id, userid, {
        userids,
        place,
        mode,
        name: translate(lang, 'approval.added_step'),
      }),
    { act: `add_${place}`, stepId: input.task_id, comment: input.comment, pictures: input.pictures, userids },
  );
  return presentDetail(work, after);
}

/** @throws approval.withdraw  once somebody else has decided, unless the definition allows it */
export async function withdrawProcess(work: Work, input: InputOf<typeof taskWithdraw>) {
  const row = await approvalFor(work, input.proc_inst_id, true);
  if (row.userid !== work.caller.userid) throw fail('approval.withdraw');
  if (row.state > RUNNING) throw fail('approval.finished');
  const content = await contentOf(work, row);
  if (!(await mayWithdraw(work, row, content))) throw fail('approval.withdraw');
  const after = await changeRun(work, row, content, (run, world) => engine.withdraw(run, world), {
    act: 'withdraw',
    comment: input.comment,
  });
  return presentDetail(work, after);
}

/** A comment is text, or an older client's object with pictures. */
export async function comment(work: Work, input: InputOf<typeof addComment>) {
  const { content: given } = input;
  const isText = typeof given === 'string';
  const words = (isText ? given : typeof given.content === 'string' ? given.content : '').trim();
  const named = isText || !Array.isArray(given.pictures) ? [] : given.pictures;
  const pictures = [...(input.pictures ?? []), ...named.filter((each) => typeof each === 'string')].map(tokenOf);
  if (!words && pictures.length === 0) throw fail('approval.empty');
  if (words.length > APPROVAL_LIMITS.comment) {
    throw fail('parameter.long', { name: 'content', limit: APPROVAL_LIMITS.comment });
  }
  const row = await approvalFor(work, input.proc_inst_id, true);
  await attachFiles(work, row.id, pictures.slice(0, APPROVAL_LIMITS.pictures));
  await addEntry(
    work,
    row,
    { act: 'comment', comment: words, pictures: pictures.slice(0, APPROVAL_LIMITS.pictures) },
    '',
  );
  const fields = { latest_comment: words, updated_at: work.now };
  await updateApproval(work.tx, row.id, fields);
  const { userid } = work.caller;
  const people = await listParticipants(work.tx, row.id);
  await sendNotices(
    work,
    row,
    await contentOf(work, row),
    people.filter((each) => each !== userid),
    { type: 'approve_comment_notifier', key: 'comment', action: '', by: userid, comment: words, pictures },
  );
  work.emit(approvalChanged, toUsers(...people), { id: row.id, state: row.state });
  return presentDetail(work, { ...row, ...fields });
}

/** Returns the token of a file, given as a token or as the address of the file. */
const tokenOf = (text: string): string => /(?:^|file\/(?:thumb\/)?)([\w-]{16,64})(?:\/|$)/.exec(text)?.[1] ?? text;

/**
 * Reminds the people who are asked, at most once an hour for all of them. @throws forbidden, approval.finished,
 * approval.reminded
 */
export async function remind(work: Work, { proc_inst_id }: InputOf<typeof processRemind>) {
  const row = await approvalFor(work, proc_inst_id, true);
  if (row.userid !== work.caller.userid && !isAdmin(work.caller)) throw fail('forbidden');
  if (row.state !== RUNNING) throw fail('approval.finished');
  if (row.reminded_at && work.now.getTime() - row.reminded_at.getTime() < REMIND_MS) throw fail('approval.reminded');
  await updateApproval(work.tx, row.id, { reminded_at: work.now });
  const content = await contentOf(work, row);
  const open = await listOpen(work.tx, [row.id]);
  await remindOf(work, row, content, open);
  await addEntry(work, row, { act: 'remind', userids: [...new Set(open.map(({ userid }) => userid))] }, '');
  return { reminded: open.length };
}

export async function remindOf(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  open: readonly Pick<OpenStep, 'id' | 'userid' | 'instead_of'>[],
): Promise<void> {
  for (const { id, userid, instead_of } of open) {
    await sendNotices(work, row, content, [userid], {
      type: 'approve_reviewer',
      key: 'remind',
      action: '',
      stepId: id,
      ...(instead_of > 0 && { insteadOf: new Map([[userid, instead_of]]) }),
    });
  }
}

/**
 * Approved leave cannot be deleted if its initiator would get the days back.
 *
 * @throws approval.unfinished, forbidden
 */
export async function removeProcess(work: Work, { proc_inst_id }: InputOf<typeof processDelete>) {
  const row = await approvalFor(work, proc_inst_id, true);
  if (row.state <= RUNNING) throw fail('approval.unfinished');
  if (!mayDelete(row, work.caller)) throw fail('forbidden');
  const people = await listParticipants(work.tx, row.id);
  await deleteApproval(work.tx, row.id);
  work.audit({ action: 'approval.removed', target: { type: 'approval', id: row.id, name: row.title } });
  work.emit(approvalChanged, toUsers(...people), { id: row.id, state: row.state });
  return {};
}
