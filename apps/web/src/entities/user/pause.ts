import { CallError } from '@atrium/client/api.ts';
import { pauseShow } from '@atrium/contract/people/notifications.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { clockTime, shortTime } from '#entities/message/time.ts';
import { nowMs } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { parseWire } from '#sync/time.ts';
import { useMe, useUser } from './useUsers.ts';

/** An open conversation asks again after this time, because quiet hours begin unannounced. */
const AGAIN_MS = 60_000;
/** The last known end of each person's pause, by userid. */
const known = new Map<number, { until: string | null; askedAt: number }>();

async function ask(userid: number): Promise<string | null> {
  const before = known.get(userid);
  if (before && nowMs() - before.askedAt < AGAIN_MS) return before.until;
  try {
    const { until } = await client.api.read(pauseShow, { userid });
    known.set(userid, { until, askedAt: nowMs() });
    return until;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return before?.until ?? null;
  }
}

/**
 * The end of another person's pause of notifications, as the server's time; null if there is none. `userid` 0 asks for
 * nobody.
 */
export function usePausedUntil(userid: number): string | null {
  const user = useUser(userid);
  const me = useMe();
  const isAsked = userid > 0 && userid !== me && user?.bot === 0 && !user.disable_at && !user.delete_at;
  const [asked, setAsked] = useState<{ userid: number; until: string | null }>({ userid: 0, until: null });
  const refresh = useEffectEvent((isCurrent: () => boolean) => {
    if (document.visibilityState === 'hidden') return;
    void ask(userid).then((until) => isCurrent() && setAsked({ userid, until }));
  });
  useEffect(() => {
    if (!isAsked) return;
    let isShown = true;
    const isCurrent = () => isShown;
    refresh(isCurrent);
    const timer = setInterval(() => refresh(isCurrent), AGAIN_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [userid, isAsked]);
  if (!isAsked) return null;
  const ends = [user.dnd_until, asked.userid === userid ? asked.until : null].filter(
    (until): until is string => Boolean(until) && parseWire(until ?? '').getTime() > nowMs(),
  );
  return ends.sort().at(-1) ?? null;
}

const DAY_MS = 86_400_000;

/** Writes "Notifications paused until 8:00" on the reader's clock, with the date if that is not within a day. */
export const pauseWords = (until: string, isBrief = false): string =>
  t(isBrief ? 'status.paused_brief' : 'status.paused_until', {
    time: parseWire(until).getTime() - nowMs() < DAY_MS ? clockTime(until) : shortTime(until),
  });
