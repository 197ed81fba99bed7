import type { QuickWords } from '@atrium/client/projects/quickAdd.ts';
import { midnight } from '@atrium/client/projects/timeline.ts';
import { useMemo } from 'react';
import { priorities } from '#entities/task/menu/priorities.ts';
import { useTags } from '#entities/task/menu/useTags.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRow } from '#sync/store/useStore.ts';
import { quickDays } from './dayNames.ts';

/** The names that a line for a new task in this project may contain. */
export function useQuickWords(projectId: number): QuickWords {
  const project = useRow('project', projectId);
  const users = useUsers((project?.project_user ?? []).map((member) => member.userid));
  const { tags } = useTags(projectId);
  const { data: levels } = useRequest(priorities);
  const today = midnight(nowDate()).getTime();
  return useMemo(
    () => ({
      people: users.flatMap((user) =>
        user && !user.disable_at && !user.delete_at ? [{ userid: user.userid, name: user.nickname }] : [],
      ),
      tags: tags ?? [],
      priorities: levels ?? [],
      days: quickDays(new Date(today)),
    }),
    [users, tags, levels, today],
  );
}
