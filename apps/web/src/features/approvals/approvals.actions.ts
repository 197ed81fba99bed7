import * as contract from '@atrium/contract/approvals/approvals.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type Box = contract.ApprovalBox;
export const boxOf = (word: string | null): Box => contract.APPROVAL_BOXES.find((each) => each === word) ?? 'waiting';

export interface Filter {
  key: string;
  state: number;
  form: number;
}
const PAGE = 30;

export async function readApprovals(box: Box, { key, state, form }: Filter, page: number) {
  const { rows, total } = await client.api.read(contract.processList, {
    box,
    ...(key && { key }),
    ...(state >= 0 && { state }),
    ...(form > 0 && { proc_def_id: form }),
    page,
    pagesize: PAGE,
  });
  return { list: rows, hasMore: page * PAGE < total };
}

export const readDelegation = () => client.api.read(contract.delegationGet, {});
/** @throws the server's error */
export const saveDelegation = (input: InputOf<typeof contract.delegationSave>) =>
  client.api.call(contract.delegationSave, input);

export const readOwnBalances = (year: number) => client.api.read(contract.balanceOwn, { year });
export const readBalances = (year: number) => client.api.read(contract.balanceList, { year });
/** @throws the server's error */
export const saveBalances = (input: InputOf<typeof contract.balanceSave>) =>
  client.api.call(contract.balanceSave, input);
/** @throws the server's error */
export const carryBalances = (input: InputOf<typeof contract.balanceCarry>) =>
  client.api.call(contract.balanceCarry, input);

export const readStats = (input: InputOf<typeof contract.approvalStats>) =>
  client.api.read(contract.approvalStats, input);

/** The system bot delivers it. */
export async function exportApprovals(input: InputOf<typeof contract.approvalExport>): Promise<boolean> {
  try {
    await client.api.call(contract.approvalExport, input);
    notify(t('approval.exporting'));
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
