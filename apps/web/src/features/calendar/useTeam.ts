import { BUSY_PEOPLE } from '@atrium/contract/chat/meetingPlans.ts';
import { taskEasylists } from '@atrium/contract/projects/taskExtras.ts';
import { useEffect, useMemo, useState } from 'react';
import { useBusyTimes } from '#entities/meeting/availability/busyTimes.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { parseWire, toWire } from '#sync/time.ts';
import type { ShownRange } from './useCalendarTasks.ts';

/** The storage key of the choice, which is remembered on the device. */
const KEY = 'calendar.team';

function storedTeam(): readonly number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, BUSY_PEOPLE) : [];
  } catch {
    return [];
  }
}

/** Colleagues whose times are shown beside one's own. */
export function useTeam() {
  const [team, setTeam] = useState(storedTeam);
  const change = (next: readonly number[]) => {
    localStorage.setItem(KEY, JSON.stringify(next));
    setTeam(next);
  };
  return [team, change] as const;
}

/** A time in which a colleague is busy; being away is shown for everybody, above the hours. */
export interface TeamTime {
  userid: number;
  /** The name of the person, and the subject as far as the reader may see it. */
  title: string;
  start: Date;
  end: Date;
}

export function useTeamTimes(team: readonly number[], shown: ShownRange | null): readonly TeamTime[] {
  const { list } = useBusyTimes(shown && { userids: team, from: shown.from, until: shown.until });
  const names = useTaskNames(team, shown);
  const people = useUsers(team);
  const nicknames = people.map((person) => person?.nickname ?? '').join('\n');
  return useMemo(() => {
    const named = nicknames.split('\n');
    return (list ?? [])
      .filter(({ kind }) => kind !== 'away')
      .map(({ userid, kind, start_at, end_at }) => {
        const what =
          kind === 'meeting'
            ? t('calendar.meeting')
            : (names.get(`${userid} ${start_at} ${end_at}`) ?? t('calendar.busy'));
        return {
          userid,
          title: t('calendar.team_of', { name: named[team.indexOf(userid)] ?? '', what }),
          start: parseWire(start_at),
          end: parseWire(end_at),
        };
      });
  }, [list, names, nicknames, team]);
}

/** The names of their tasks that one may see, by person and time. */
function useTaskNames(team: readonly number[], shown: ShownRange | null): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const from = shown ? toWire(shown.from) : '';
  const until = shown ? toWire(shown.until) : '';
  useEffect(() => {
    if (!from || team.length === 0) return;
    let isWanted = true;
    client.api.read(taskEasylists, { userid: [...team], timerange: [from, until], pagesize: 200 }).then(
      ({ data }) => {
        const found = data.flatMap(({ name, start_at, end_at, task_user }) =>
          task_user
            .filter(({ owner }) => owner === 1)
            .map(({ userid }) => [`${userid} ${start_at} ${end_at}`, name] as const),
        );
        if (isWanted) setNames(new Map(found));
      },
      // Without names, they are busy.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [team, from, until]);
  return names;
}
