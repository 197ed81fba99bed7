import type { QuickWords } from '@atrium/client/projects/quickAdd.ts';
import { useEffect, useMemo, useState } from 'react';
import { type Priority, priorities } from '#entities/task/menu/priorities.ts';
import { useTags } from '#entities/task/menu/useTags.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';

/** English words always work, besides the reader's own. */
const ENGLISH = [
  ['today', 0],
  ['tomorrow', 1],
] as const;

/** What a line for a new task in this project may name. */
export function useQuickWords(projectId: number): QuickWords {
  const project = useRow('project', projectId);
  const users = useUsers((project?.project_user ?? []).map((member) => member.userid));
  const { tags } = useTags(projectId);
  const [levels, setLevels] = useState<readonly Priority[]>([]);
  useEffect(() => void priorities().then(setLevels), []);
  return useMemo(
    () => ({
      people: users.flatMap((user) => (user ? [{ userid: user.userid, name: user.nickname }] : [])),
      tags: tags ?? [],
      priorities: levels,
      days: new Map<string, number>([
        ...ENGLISH,
        [t('time.today').toLowerCase(), 0],
        [t('time.tomorrow').toLowerCase(), 1],
      ]),
    }),
    [users, tags, levels],
  );
}
