import { type ApprovalAway, approvalAway, userStatus } from '@atrium/contract/approvals/absences.ts';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { toWire } from '#sync/time.ts';
import { useApprovalNews } from './news.ts';

/** Reads the people who are away by an approved request. The list is empty if reading fails. */
export const readAbsences = (from: Date, to: Date, userids?: readonly number[]): Promise<readonly ApprovalAway[]> =>
  client.api.read(approvalAway, { time: [toWire(from), toWire(to)], ...(userids && { userids: [...userids] }) }).then(
    ({ list }) => list,
    () => [],
  );

const NOBODY: readonly ApprovalAway[] = [];

/** The same list for a screen; empty until it has loaded. */
export function useAbsences(shown: { from: Date; until: Date } | null): readonly ApprovalAway[] {
  const news = useApprovalNews();
  const [from, until] = [shown?.from.getTime() ?? 0, shown?.until.getTime() ?? 0];
  const ask = async () => (from > 0 ? readAbsences(new Date(from), new Date(until)) : NOBODY);
  return useRequest(ask, `${from} ${until} ${news}`).data ?? NOBODY;
}

/** The name of the form by which a person is away now; '' if they are not. */
export function useAbsenceStatus(userid: number): string {
  const { data: status } = useRequest(async () => {
    const name = userid > 0 ? await client.api.read(userStatus, { userid }) : '';
    return { userid, name: typeof name === 'string' ? name : '' };
  }, userid);
  return status?.userid === userid ? status.name : '';
}
