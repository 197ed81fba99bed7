import {
  balanceCarry,
  balanceList,
  balanceOwn,
  balanceSave,
  delegationGet,
  delegationSave,
} from '@atrium/contract/approvals/absences.ts';
import { approvalExport, approvalStats } from '@atrium/contract/approvals/administration.ts';
import { APPROVAL_BOXES, type ApprovalBox, processList } from '@atrium/contract/approvals/lists.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type Box = ApprovalBox;
export const boxOf = (word: string | null): Box => APPROVAL_BOXES.find((each) => each === word) ?? 'waiting';

export interface Filter {
  key: string;
  state: number;
  form: number;
}
const PAGE = 30;

export async function readApprovals(box: Box, { key, state, form }: Filter, page: number) {
  const { rows, total } = await client.api.read(processList, {
    box,
    ...(key && { key }),
    ...(state >= 0 && { state }),
    ...(form > 0 && { proc_def_id: form }),
    page,
    pagesize: PAGE,
  });
  return { list: rows, hasMore: page * PAGE < total };
}

export const readDelegation = () => client.api.read(delegationGet, {});
/** @throws the server's error */
export const saveDelegation = (input: InputOf<typeof delegationSave>) => client.api.call(delegationSave, input);

export const readOwnBalances = (year: number) => client.api.read(balanceOwn, { year });
export const readBalances = (year: number) => client.api.read(balanceList, { year });
/** @throws the server's error */
export const saveBalances = (input: InputOf<typeof balanceSave>) => client.api.call(balanceSave, input);
/** @throws the server's error */
export const carryBalances = (input: InputOf<typeof balanceCarry>) => client.api.call(balanceCarry, input);

export const readStats = (input: InputOf<typeof approvalStats>) => client.api.read(approvalStats, input);

/** The system bot delivers it. */
export async function exportApprovals(input: InputOf<typeof approvalExport>): Promise<boolean> {
  try {
    await client.api.call(approvalExport, input);
    notify(t('approval.exporting'));
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
