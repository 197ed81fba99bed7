import { type UserBasic, userSearch } from '@atrium/contract/people/users.ts';
import { useEffect, useMemo, useState } from 'react';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';
import {
  type MentionGroup,
  type MentionSign,
  memberGroups,
  outsideGroup,
  recentPeople,
  taskGroups,
} from './mentionChoices.ts';
import { useNamedFiles } from './useNamedFiles.ts';
import { useNamedReports } from './useNamedReports.ts';

const TAKE = 30;
const SEARCH_MS = 300;
/** Cached results are shown at once and refreshed later. */
const CACHED_MS = 600;

/** The panel's suggestions for a trigger and the text after it. */
export function useMentionGroups(
  sign: MentionSign,
  query: string,
  dialog: ComposerDialog,
  people: readonly UserBasic[],
): MentionGroup[] {
  const me = useMe();
  const dialogId = dialog.id;
  const isTasks = sign === '#';
  const isPeople = sign === '@';
  const projectId = dialog.group_type === 'project' ? dialog.link_id : (dialog.group_info?.project_id ?? 0);
  useProjectTasks(isTasks ? projectId : 0);
  const tasks = useSelect(['task'], (store) => (isTasks ? taskGroups(store, projectId, query) : []), [
    isTasks,
    projectId,
    query,
  ]);
  const brings = isPeople && maySearchOutside(dialog, me);
  const found = useFound(query, brings);
  const recent = useSelect(['dialog', 'user'], (store) => (brings ? recentPeople(store) : []), [brings]);
  const reports = useNamedReports(query, sign === '%');
  const files = useNamedFiles(query, sign === '~');
  return useMemo(() => {
    const called = isPeople ? memberGroups(people, query, t('mention.all')) : [];
    const others = brings ? [outsideGroup(recent, found, people, query)] : [];
    // In a document there is no chat, so nobody is outside of it.
    const outside = dialogId > 0 ? others : others.map(({ items }) => ({ heading: '' as const, items }));
    return [...tasks, ...reports, ...files, ...called, ...outside].filter((group) => group.items.length > 0);
  }, [isPeople, tasks, reports, files, people, query, brings, recent, found, dialogId]);
}

/**
 * People who may add members by mentioning them: the owner, anyone if there is none, and people in the chat of a task.
 */
export const maySearchOutside = (dialog: ComposerDialog, me: number): boolean =>
  dialog.type === 'group' &&
  dialog.group_type !== 'all' &&
  (dialog.owner_id === 0 || dialog.owner_id === me || dialog.group_type === 'task');

const cache = new Map<string, readonly UserBasic[]>();

function useFound(query: string, isWanted: boolean): readonly UserBasic[] {
  const [found, setFound] = useState<readonly UserBasic[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const cached = cache.get(query);
    if (cached) setFound(cached);
    let isCurrent = true;
    const ask = async () => {
      const answer = await client.api.call(userSearch, { keys: { key: query, bot: 2 }, state: 1, take: TAKE });
      const list = Array.isArray(answer) ? answer : answer.data;
      cache.set(query, list);
      if (isCurrent) setFound(list);
    };
    const timer = setTimeout(
      () => {
        // Without a network, only the loaded people can be mentioned.
        ask().catch(() => undefined);
      },
      cached ? CACHED_MS : SEARCH_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, isWanted]);
  return found;
}

/** A project's tasks are loaded only while they are shown. */
function useProjectTasks(projectId: number): void {
  useEffect(() => {
    if (projectId === 0) return;
    client.opened.openProject(projectId).catch(() => undefined);
    return () => client.opened.closeProject(projectId);
  }, [projectId]);
}
