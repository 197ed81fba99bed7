import type { ApprovalField } from '@atrium/contract/approvals/definition.ts';
import type { findTask as findTaskCall, processList } from '@atrium/contract/approvals/lists.ts';
import type { ApprovalRow } from '@atrium/contract/approvals/request.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { avatarUrl, displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import { isAdmin, type View } from '#platform/work';
import { findContents } from '../definitions/definitions.queries.ts';
import { contentIn, formNameIn, formNamesWith, lineIn, namesLike, titleIn } from '../definitions/standardTexts.ts';
import type { ApprovalRecord } from '../running/run.queries.ts';
import { varOf } from '../running/words.ts';
import { type ApprovalFilter, countWaiting, listApprovals, listOpen } from './lists.queries.ts';

const NO_NAMES = { person: () => '', department: () => '', file: (token: string) => token };

const RETURNED = 0;
/** The number of values that a list shows. */
const SHOWN = 3;
const SHOWN_CHARS = 200;

/** Requests as lists show them. */
export async function presentRows(
  { app, tx, caller, now }: View,
  rows: readonly ApprovalRecord[],
): Promise<ApprovalRow[]> {
  const [people, open, contents] = await Promise.all([
    listBasics(tx, [...new Set(rows.map(({ userid }) => userid))]),
    listOpen(
      tx,
      rows.map(({ id }) => id),
    ),
    findContents(tx, rows),
  ]);
  const { lang } = caller;
  return rows.map((row) => {
    const by = people.find(({ userid }) => userid === row.userid);
    const asked = open.filter(({ approval_id }) => approval_id === row.id);
    const own = asked.find(({ userid }) => userid === caller.userid);
    const step = own ?? asked[0];
    const content = contents.get(`${row.definition_id}.${row.version}`);
    return {
      id: row.id,
      proc_def_id: row.definition_id,
      proc_def_name: formNameIn(row.name, lang),
      title: titleIn(row.title, row.name, lang),
      department_id: row.department_id,
      department: row.department,
      company: '',
      node_id: step?.node ?? '',
      candidate: [...new Set(asked.map(({ userid }) => userid))].join(','),
      task_id: step?.id ?? 0,
      start_time: wireTime(row.created_at),
      end_time: wireTime(row.end_at),
      duration: Math.max(0, Math.round(((row.end_at ?? now).getTime() - row.created_at.getTime()) / 1000)),
      start_user_id: row.userid,
      start_user_name: by ? displayName(by) : '',
      is_finished: row.state > 1,
      var: JSON.stringify(content ? varOf(contentIn(content, lang), row.answers, NO_NAMES) : {}),
      state: row.state,
      latest_comment: row.latest_comment,
      userimg: by ? avatarUrl(app, by) : '',
      icon: row.icon as ApprovalRow['icon'],
      // A row of a table says little in a list, so it is shown only if there is nothing else.
      summary: wordsFirst(row.summary, content?.form ?? [])
        .slice(0, SHOWN)
        .map((line) => lineIn(line, content?.form ?? [], lang))
        .map(({ label, value }) => ({ label, value: value.slice(0, SHOWN_CHARS) })),
      // A request that came back waits for its initiator.
      is_mine: own !== undefined || (row.state === RETURNED && row.userid === caller.userid),
      cancels: row.cancels ?? 0,
      canceled_at: wireTime(row.canceled_at),
    };
  });
}

function wordsFirst(lines: ApprovalRecord['summary'], form: readonly ApprovalField[]): ApprovalRecord['summary'] {
  const isTable = ({ label }: { label: string }) => form.find((field) => field.label === label)?.kind === 'table';
  return lines.toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)));
}

async function pageOf(view: View, wanted: Omit<ApprovalFilter, 'names'>) {
  const { userid, lang } = view.caller;
  const words = wanted.key?.trim();
  const names = words ? formNamesWith(words, lang) : [];
  const { rows, total } = await listApprovals(view.tx, userid, { ...wanted, names });
  return { rows: await presentRows(view, rows), total, page: wanted.page, page_size: wanted.size };
}

const SIZE = 20;

/** @throws forbidden  for everybody's requests, unless the caller is an administrator */
export async function listProcesses(view: View, input: InputOf<typeof processList>) {
  if (input.box === 'all' && !isAdmin(view.caller)) throw fail('forbidden');
  const { box, key, proc_def_id: definitionId, state = -1, userid, time, page = 1 } = input;
  const size = input.pagesize ?? input.page_size ?? SIZE;
  const [from, to] = [parseTime(time?.[0]), parseTime(time?.[1])];
  const states = state < 0 ? undefined : [state];
  return pageOf(view, { box, key, definitionId, states, userid, from, to, page, size });
}

type OlderInput = InputOf<typeof findTaskCall>;
const RUNNING = [0, 1];
const FINISHED = [2, 3, 4];

/** Returns a list of older clients, which is about requests in these states. */
export const olderList =
  (box: ApprovalFilter['box'], states?: readonly number[]) =>
  (view: View, { proc_def_name, username, sort, state = 0, page = 1, ...input }: OlderInput) =>
    pageOf(view, {
      box,
      forms: proc_def_name ? namesLike(proc_def_name) : undefined,
      key: username,
      sort,
      states: state > 0 ? [state] : states,
      page,
      size: input.pagesize ?? input.page_size ?? SIZE,
    });

export const findTask = olderList('waiting');
export const ownAll = olderList('mine');
export const ownRunning = olderList('mine', RUNNING);
export const copiedRunning = olderList('copied_running');
export const doneFinished = olderList('done', FINISHED);
export const ownFinished = olderList('mine', FINISHED);
export const copiedFinished = olderList('copied_done');

export const countToDo = async ({ tx, caller }: View) => ({ total: await countWaiting(tx, caller.userid) });
