import type { QuickWords } from '@atrium/client/projects/quickAdd.ts';
import { midnight, plusDays } from '@atrium/client/projects/timeline.ts';
import { useEffect, useMemo, useState } from 'react';
import { type Priority, priorities } from '#entities/task/menu/priorities.ts';
import { useTags } from '#entities/task/menu/useTags.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';

/**
 * Days by their names in this language: today, tomorrow, and the weekdays, of which the next one is meant. Short forms
 * such as "Do" are words too.
 */
function dayNames(language: string, now: Date): (readonly [string, number])[] {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const day = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const names = Array.from({ length: 7 }, (_, index) => {
    const date = plusDays(now, index + 1);
    // In Chinese, Japanese and Korean the short form is as clear as the long one.
    const forms = [weekday.format(date), ...(/^(zh|ja|ko)/.test(language) ? [short.format(date)] : [])];
    return forms.map((name) => [name, index + 1] as const);
  });
  return [...names.flat(), [day.format(0, 'day'), 0] as const, [day.format(1, 'day'), 1] as const].map(
    ([name, ahead]) => [name.toLowerCase(), ahead] as const,
  );
}

/** What a line for a new task in this project may name. */
export function useQuickWords(projectId: number): QuickWords {
  const project = useRow('project', projectId);
  const users = useUsers((project?.project_user ?? []).map((member) => member.userid));
  const { tags } = useTags(projectId);
  const [levels, setLevels] = useState<readonly Priority[]>([]);
  useEffect(() => void priorities().then(setLevels), []);
  const today = midnight(nowDate()).getTime();
  return useMemo(
    () => ({
      people: users.flatMap((user) => (user ? [{ userid: user.userid, name: user.nickname }] : [])),
      tags: tags ?? [],
      priorities: levels,
      // English words always work, besides the reader's own.
      days: new Map<string, number>([
        ...dayNames('en', new Date(today)),
        ...dayNames(locale, new Date(today)),
        [t('time.today').toLowerCase(), 0],
        [t('time.tomorrow').toLowerCase(), 1],
      ]),
    }),
    [users, tags, levels, today],
  );
}
