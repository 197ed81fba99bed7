import { type ApprovalAway, approvalAway, userStatus } from '@atrium/contract/approvals/away.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { useApprovalNews } from './news.ts';

/** Who is away by an approved request. A failed question hides nothing that matters: nobody is away then. */
export const readAway = (from: Date, to: Date, userids?: readonly number[]): Promise<readonly ApprovalAway[]> =>
  client.api.read(approvalAway, { time: [toWire(from), toWire(to)], ...(userids && { userids: [...userids] }) }).then(
    ({ list }) => list,
    () => [],
  );

/** The same for what a screen shows; empty until it has loaded. */
export function useAway(shown: { from: Date; until: Date } | null): readonly ApprovalAway[] {
  const news = useApprovalNews();
  const [list, setList] = useState<readonly ApprovalAway[]>([]);
  const [from, until] = [shown?.from.getTime() ?? 0, shown?.until.getTime() ?? 0];
  useEffect(() => {
    let isWanted = news >= 0 && from > 0;
    if (!isWanted) return;
    void readAway(new Date(from), new Date(until)).then((found) => isWanted && setList(found));
    return () => {
      isWanted = false;
    };
  }, [from, until, news]);
  return list;
}

/** The name of the form by which a person is away now; '' if they are not. */
export function useAwayStatus(userid: number): string {
  const [status, setStatus] = useState({ userid: 0, name: '' });
  useEffect(() => {
    let isWanted = userid > 0;
    if (!isWanted) return;
    client.api.read(userStatus, { userid }).then(
      (name) => isWanted && setStatus({ userid, name: typeof name === 'string' ? name : '' }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [userid]);
  return status.userid === userid ? status.name : '';
}
