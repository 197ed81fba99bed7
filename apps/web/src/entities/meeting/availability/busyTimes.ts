import { BUSY_PEOPLE, type BusyTime, meetingBusy } from '@atrium/contract/chat/meetingPlans.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';

interface BusyTimesFilter {
  userids: readonly number[];
  from: Date;
  until: Date;
  /** The planned meeting that is being changed, whose own time does not count. */
  planId?: number;
}

/** Reads the times at which people are away, in meetings or at tasks. Rejects with the server's error text. */
export async function readBusyTimes({ userids, from, until, planId }: BusyTimesFilter): Promise<readonly BusyTime[]> {
  const parts = Array.from({ length: Math.ceil(userids.length / BUSY_PEOPLE) }, (_, at) =>
    userids.slice(at * BUSY_PEOPLE, (at + 1) * BUSY_PEOPLE),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      client.api.read(meetingBusy, {
        userids: [...part],
        from: toWire(from),
        until: toWire(until),
        ...(planId && { plan_id: planId }),
      }),
    ),
  );
  return answers.flatMap(({ list }) => list);
}

/** The same for a screen: null while it loads; `hasFailed` if there was no answer. */
export function useBusyTimes(wanted: BusyTimesFilter | null) {
  const [found, setFound] = useState<{ key: string; list: readonly BusyTime[] | null } | null>(null);
  const key = wanted && wanted.userids.length > 0 ? JSON.stringify(wanted) : '';
  useEffect(() => {
    if (!key) return;
    let isWanted = true;
    const { from, until, ...rest } = JSON.parse(key) as Omit<BusyTimesFilter, 'from' | 'until'> &
      Record<'from' | 'until', string>;
    readBusyTimes({ ...rest, from: new Date(from), until: new Date(until) }).then(
      (list) => isWanted && setFound({ key, list }),
      () => isWanted && setFound({ key, list: null }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  const isCurrent = found?.key === key;
  return { list: isCurrent ? found.list : null, hasFailed: isCurrent && found.list === null };
}
