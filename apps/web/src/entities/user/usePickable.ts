import type { UserBasic } from '@atrium/contract/users.ts';
import { useEffect, useMemo, useState } from 'react';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { findPeople } from './user.actions.ts';

export type PickerTab = 'recent' | 'contact' | 'project';
/** People under a heading, or without one. */
export interface PickerGroup {
  name: string;
  people: readonly UserBasic[];
}

const DEBOUNCE_MS = 300;

/** Who can be picked: the people of one's conversations, newest first; everybody; or the members of one's projects. */
export function usePickable(tab: PickerTab, key: string, projectId?: number) {
  const wanted = key.trim();
  const local = useLocal(projectId ? 'contact' : tab, wanted);
  const [found, setFound] = useState<readonly UserBasic[] | null>(null);
  const [problem, setProblem] = useState('');
  const isAsked = Boolean(projectId) || tab === 'contact';
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const find = () => {
      findPeople(wanted, projectId).then(
        (list) => {
          if (!isWanted) return;
          setProblem('');
          setFound(list);
        },
        (error: unknown) => {
          if (!isWanted) return;
          setProblem(wordsOf(error));
          setFound([]);
        },
      );
    };
    const timer = setTimeout(find, wanted ? DEBOUNCE_MS : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isAsked, wanted, projectId]);
  const groups = useMemo(() => (isAsked ? found && [{ name: '', people: found }] : local), [isAsked, found, local]);
  return { groups, problem: isAsked ? problem : '' };
}

/** From what is here already. */
function useLocal(tab: PickerTab, key: string): readonly PickerGroup[] {
  return useSelect(
    ['dialog', 'project', 'user'],
    (store) => {
      if (tab === 'contact') return [];
      const matching = (userids: readonly number[]) => {
        client.people.want(userids.filter((userid) => userid > 0 && !store.get('user', userid)));
        return userids
          .flatMap((userid) => store.get('user', userid) ?? [])
          .filter((user) => !user.disable_at && !user.delete_at && isMatch(user, key));
      };
      if (tab === 'recent') {
        const dialogs = store.all('dialog').filter((dialog) => dialog.type === 'user' && dialog.dialog_user);
        dialogs.sort((a, b) => String(b.last_at ?? '').localeCompare(String(a.last_at ?? '')));
        return [{ name: '', people: matching(dialogs.map((dialog) => dialog.dialog_user?.userid ?? 0)) }];
      }
      return store
        .all('project')
        .map((project) => ({
          name: project.name,
          people: matching((project.project_user ?? []).map((member) => member.userid)),
        }))
        .filter((group) => group.people.length > 0);
    },
    [tab, key],
  );
}

const isMatch = (user: UserBasic, key: string) =>
  [user.nickname, user.email, user.pinyin].some((text) => text?.toLowerCase().includes(key.toLowerCase()));
