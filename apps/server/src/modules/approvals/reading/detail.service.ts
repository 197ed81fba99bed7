import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import type { findParticipant } from '@atrium/contract/approvals/lists.ts';
import type { ApprovalAct, ApprovalDetail, ApprovalEntry, ApprovalStep } from '@atrium/contract/approvals/request.ts';
import { APPROVAL_STATES } from '@atrium/contract/approvals/request.ts';
import type { processDetail } from '@atrium/contract/approvals/submit.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { wireTime } from '#platform/time/time';
import { isAdmin, type View } from '#platform/work';
import { approvalFor, contentOf, mayDelete, mayWithdraw } from '../approvals.access.ts';
import { contentIn, stepNameIn } from '../definitions/standardTexts.ts';
import { pendingIn, type Run, returnSteps, type Step } from '../running/engine.ts';
import { presentApprovalFile } from '../running/files.service.ts';
import { peopleIn } from '../running/names.service.ts';
import { presentPeople } from '../running/plan.service.ts';
import {
  type ApprovalRecord,
  type EntryRow,
  findCancelOf,
  listEntries,
  listFiles,
  listSteps,
  loadSteps,
} from '../running/run.queries.ts';
import { presentRows } from './lists.service.ts';
import { globalComments, nodeInfosOf, participantsOf } from './olderClients.ts';

const { returned: RETURNED, running: RUNNING, approved: APPROVED } = APPROVAL_STATES;

export const readDetail = async (view: View, { id }: InputOf<typeof processDetail>) =>
  presentDetail(view, await approvalFor(view, id));

/** A request for programs: as in a list, with its values. @throws approval.gone */
export async function oneApproval(view: View, id: number) {
  const row = await approvalFor(view, id);
  const [shown] = await presentRows(view, [row]);
  return { ...shown, values: row.answers };
}

export const participants = async (view: View, { proc_inst_id }: InputOf<typeof findParticipant>) =>
  participantsOf(await presentDetail(view, await approvalFor(view, proc_inst_id)));

/** A request as the caller, who may see it, sees it. */
export async function presentDetail(view: View, row: ApprovalRecord): Promise<ApprovalDetail> {
  const { tx } = view;
  const { lang } = view.caller;
  const content = await contentOf(view, row);
  const [steps, times, entries, files, cancel] = await Promise.all([
    loadSteps(tx, row.id),
    listSteps(tx, [row.id]),
    listEntries(tx, row.id),
    listFiles(tx, row.id),
    findCancelOf(tx, row.id),
  ]);
  const named = [
    row.userid,
    ...steps.flatMap(({ members }) => members.flatMap(({ userid, instead_of }) => [userid, instead_of])),
    ...entries.flatMap(({ userid, userids }) => [userid, ...userids]),
    ...peopleIn(content.form, row.answers),
  ];
  const people = await presentPeople(view, named);
  const [shown] = await presentRows(view, [row]);
  if (!shown) throw new Error(`approval ${row.id} is not presented`);
  const due = new Map(times.map(({ id, due_at }) => [id, due_at]));
  const presented = steps.map((step) => presentStep(step, due.get(step.id) ?? null, lang));
  return {
    ...shown,
    form: contentIn(content, lang).form,
    values: row.answers,
    chosen: row.chosen,
    files: files.map(presentApprovalFile),
    steps: presented,
    entries: entries.map((entry) => {
      const node = steps.find(({ id }) => id === entry.step_id)?.node ?? '';
      return { ...presentEntry(entry, files), step_name: stepNameIn(entry.step_name, node, lang) };
    }),
    people,
    canceled_by: cancel?.id ?? 0,
    days: row.days,
    may: await rightsOf(view, row, content, steps, cancel !== undefined),
    node_infos: nodeInfosOf(row, presented, people),
    global_comments: globalComments(entries),
    userids: [...new Set(named)].filter((userid) => userid > 0),
  };
}

const presentStep = (step: Step, due_at: Date | null, lang: Language): ApprovalStep => ({
  id: step.id,
  node_id: step.node,
  name: stepNameIn(step.name, step.node, lang),
  kind: step.kind,
  mode: step.mode,
  state: step.state,
  after: step.after,
  people: step.members.map(({ userid, state, instead_of, acted_at }) => ({
    userid,
    state,
    instead_of,
    acted_at: wireTime(acted_at),
  })),
  opened_at: wireTime(step.opened_at),
  due_at: wireTime(due_at),
  ended_at: wireTime(step.ended_at),
});

const presentEntry = (entry: EntryRow, files: Awaited<ReturnType<typeof listFiles>>): ApprovalEntry => ({
  id: entry.id,
  userid: entry.userid,
  act: entry.act as ApprovalAct,
  step_id: entry.step_id,
  step_name: entry.step_name,
  comment: entry.comment,
  pictures: files.filter(({ token }) => entry.pictures.includes(token)).map(presentApprovalFile),
  userids: entry.userids,
  created_at: wireTime(entry.created_at),
});

async function rightsOf(
  view: View,
  row: ApprovalRecord,
  content: ApprovalContent,
  steps: Step[],
  isCanceling: boolean,
): Promise<ApprovalDetail['may']> {
  const { userid } = view.caller;
  const run: Run = { userid: row.userid, state: row.state, steps };
  const own =
    row.state === RUNNING ? steps.find((step) => pendingIn(step).some((each) => each.userid === userid)) : undefined;
  const isInitiator = row.userid === userid;
  const isRunning = row.state === RUNNING;
  return {
    decide: own !== undefined,
    transfer: own !== undefined && content.may.transfer,
    add: own !== undefined && content.may.add,
    return: own && content.may.return ? [0, ...returnSteps(run, own).map(({ id }) => id)] : [],
    withdraw: isInitiator && row.state <= RUNNING && (await mayWithdraw(view, row, content)),
    remind: isRunning && (isInitiator || isAdmin(view.caller)),
    resubmit: isInitiator && row.state === RETURNED,
    cancel: isInitiator && row.state === APPROVED && !row.cancels && !row.canceled_at && !isCanceling,
    delete: mayDelete(row, view.caller),
    assign: isRunning && isAdmin(view.caller),
  };
}
