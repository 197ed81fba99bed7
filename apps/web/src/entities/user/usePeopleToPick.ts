import { projectList } from '@atrium/client/store/select.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { isGroupMate } from './bots.ts';
import { plainDepartment } from './departmentWords.ts';
import { type FoundPeople, findPeople, type PeopleFilter } from './user.actions.ts';

export type PickerTab = 'recent' | 'contact' | 'project' | 'dialog';
/** People under a heading; '' has none. */
export interface PickerGroup {
  name: string;
  people: readonly UserBasic[];
}

const DEBOUNCE_MS = 300;
/** The number of pages that load while scrolling; further ones need a confirmation. */
const PAGES_UNASKED = 5;

/**
 * People to choose from: chat partners, newest first; everybody; the members of one's projects, or of a conversation.
 */
export function usePeopleToPick(tab: PickerTab, key: string, people: PeopleFilter, view: ContactView) {
  const { projectId, withBots } = people;
  const dialogId = tab === 'dialog' ? people.dialogId : undefined;
  const wanted = key.trim();
  const local = useLocal(projectId ? 'contact' : tab, wanted, withBots);
  const isAsked = Boolean(projectId) || tab === 'contact' || tab === 'dialog';
  const { found, problem, more } = useFound(isAsked, wanted, { projectId, dialogId, withBots });
  const groups = useMemo(() => {
    if (!isAsked) return local;
    return found && (view === 'list' || dialogId ? [{ name: '', people: found }] : byDepartment(found));
  }, [isAsked, found, local, view, dialogId]);
  return { groups, problem: isAsked ? problem : '', more };
}

interface Asking {
  page: number;
  hasMore: boolean;
  isBusy: boolean;
}

/** People from the server, a hundred at a time: `more` loads the next ones. */
function useFound(isAsked: boolean, wanted: string, { projectId, dialogId, withBots }: PeopleFilter) {
  const [found, setFound] = useState<readonly UserBasic[] | null>(null);
  const [problem, setProblem] = useState('');
  const asking = useRef<Asking>({ page: 0, hasMore: false, isBusy: false });
  useEffect(() => {
    if (!isAsked) return;
    // Answers to an earlier query are ignored.
    const mine: Asking = { page: 0, hasMore: true, isBusy: true };
    asking.current = mine;
    const timer = setTimeout(() => void load(mine), wanted ? DEBOUNCE_MS : 0);
    return () => {
      asking.current = { page: 0, hasMore: false, isBusy: false };
      clearTimeout(timer);
    };
    async function load(turn: Asking): Promise<void> {
      const answer = await findPeople(wanted, turn.page + 1, { projectId, dialogId, withBots }).catch(
        (error: unknown) => wordsOf(error),
      );
      if (asking.current !== turn) return;
      turn.isBusy = false;
      if (typeof answer === 'string') {
        setProblem(answer);
        setFound([]);
      } else take(turn, answer);
    }
  }, [isAsked, wanted, projectId, dialogId, withBots]);

  function take(turn: Asking, { people, hasMore }: FoundPeople): void {
    Object.assign(turn, { page: turn.page + 1, hasMore });
    setProblem('');
    setFound((before) => (turn.page === 1 ? people : [...(before ?? []), ...people]));
  }
  const more = async () => {
    const turn = asking.current;
    if (turn.isBusy || !turn.hasMore) return;
    turn.isBusy = true;
    const isUnasked = turn.page % PAGES_UNASKED !== 0;
    const goesOn = isUnasked || (await askFirst(question(found?.length ?? 0)));
    // After "no", the question is not asked again at once.
    if (!goesOn) turn.hasMore = false;
    const answer = goesOn
      ? await findPeople(wanted, turn.page + 1, { projectId, dialogId, withBots }).catch(() => null)
      : null;
    if (answer && asking.current === turn) take(turn, answer);
    turn.isBusy = false;
  };
  return { found, problem, more };
}
const question = (count: number) => ({
  title: t('picker.many_title'),
  text: t('picker.many', { count }),
  action: t('picker.many_act'),
});

/** People from loaded data. */
function useLocal(tab: PickerTab, key: string, withBots = false): readonly PickerGroup[] {
  return useSelect(
    ['dialog', 'project', 'user'],
    (store) => {
      if (tab === 'contact' || tab === 'dialog') return [];
      const matching = (userids: readonly number[]) => {
        client.people.want(userids.filter((userid) => userid > 0 && !store.get('user', userid)));
        return userids
          .flatMap((userid) => store.get('user', userid) ?? [])
          .filter((user) => (withBots ? isGroupMate(user) : !user.bot))
          .filter((user) => !user.disable_at && !user.delete_at && isMatch(user, key));
      };
      if (tab === 'recent') {
        const dialogs = store.all('dialog').filter((dialog) => dialog.type === 'user' && dialog.dialog_user);
        dialogs.sort((a, b) => String(b.last_at ?? '').localeCompare(String(a.last_at ?? '')));
        return [{ name: '', people: matching(dialogs.map((dialog) => dialog.dialog_user?.userid ?? 0)) }];
      }
      return projectList(store)
        .map((project) => ({
          name: project.name,
          people: matching((project.project_user ?? []).map((member) => member.userid)),
        }))
        .filter((group) => group.people.length > 0);
    },
    [tab, key, withBots],
  );
}

/**
 * Groups people under each of their departments, the person's own first, then by name; people without one come last.
 */
function byDepartment(people: readonly UserBasic[]): PickerGroup[] {
  const groups = new Map<string, UserBasic[]>();
  const NONE = '';
  const own = new Set((client.user?.department_name ?? '').split(', ').map(plainDepartment));
  for (const user of people) {
    const names = user.department_name ? user.department_name.split(', ').map(plainDepartment) : [NONE];
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), user]);
  }
  const named = [...groups]
    .filter(([name]) => name !== NONE)
    .sort(([a], [b]) => Number(own.has(b)) - Number(own.has(a)) || a.localeCompare(b));
  const rest = groups.get(NONE);
  return [
    ...named.map(([name, members]) => ({ name, people: members })),
    ...(rest ? [{ name: t('picker.no_department'), people: rest }] : []),
  ];
}

const KEY = 'contactView';
export type ContactView = 'list' | 'department';
export const contactView = (): ContactView => (localStorage.getItem(KEY) === 'department' ? 'department' : 'list');
export const storeContactView = (view: ContactView) => localStorage.setItem(KEY, view);

const isMatch = (user: UserBasic, key: string) =>
  [user.nickname, user.email, user.pinyin].some((text) => text?.toLowerCase().includes(key.toLowerCase()));
