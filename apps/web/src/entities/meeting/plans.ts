import {
  type MeetingDate,
  meetingPlanDate,
  meetingPlanDelete,
  meetingPlanList,
  meetingPlanOne,
  meetingPlanSave,
  PLAN_EARLY,
} from '@atrium/contract/chat/meetingPlans.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { nowDate } from '#sync/clock.ts';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { toWire } from '#sync/time.ts';

/** The number of own changes, after which screens read again. */
const useNews = create<{ count: number }>(() => ({ count: 0 }));
const note = () => useNews.setState(({ count }) => ({ count: count + 1 }));

/** The following functions throw the server's error text. */
export const readPlan = (id: number) => client.api.read(meetingPlanOne, { id });
export async function savePlan(input: InputOf<typeof meetingPlanSave>): Promise<void> {
  await client.api.call(meetingPlanSave, input);
  note();
}
/** Moves one date of a meeting that repeats; without another beginning it is canceled. */
export async function moveDate(input: InputOf<typeof meetingPlanDate>): Promise<void> {
  await client.api.call(meetingPlanDate, input);
  note();
}
export async function cancelPlan(id: number): Promise<void> {
  await client.api.call(meetingPlanDelete, { id });
  note();
}

/**
 * The planned meetings in the time that a screen shows; empty until they have loaded, and loaded again when others
 * invite the person or change something.
 */
export function useMeetingDates(shown: { from: Date; until: Date } | null): readonly MeetingDate[] {
  const news = useNews((state) => state.count);
  const version = useRevision('meetings', 0);
  const [list, setList] = useState<readonly MeetingDate[]>([]);
  const [from, until] = [shown?.from.getTime() ?? 0, shown?.until.getTime() ?? 0];
  useEffect(() => {
    let isWanted = news >= 0 && version >= 0 && from > 0;
    if (!isWanted) return;
    client.api.read(meetingPlanList, { from: toWire(new Date(from)), until: toWire(new Date(until)) }).then(
      (answer) => isWanted && setList(answer.list),
      // Offline, the list stays empty, and the tasks are still shown.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [from, until, news, version]);
  return list;
}

const EARLY_MS = PLAN_EARLY * 60_000;
/** The longest timer that is needed, because a page is loaded again before. */
const WAIT_MOST_MS = 24 * 3_600_000;

/** True while a meeting can be joined: from shortly before it begins until it is over. The value follows the clock. */
export function useIsOpen(start: Date, end: Date): boolean {
  const [, setTurn] = useState(0);
  const now = nowDate().getTime();
  const [opens, closes] = [start.getTime() - EARLY_MS, end.getTime()];
  const next = now < opens ? opens : now < closes ? closes : 0;
  useEffect(() => {
    const wait = next - nowDate().getTime();
    if (!next || wait > WAIT_MOST_MS) return;
    const timer = setTimeout(() => setTurn((turn) => turn + 1), Math.max(0, wait) + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return now >= opens && now < closes;
}
