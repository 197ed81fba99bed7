import type { Store } from '@atrium/client/store/store.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { ShareKind } from '@atrium/richtext/html/mentionTags.ts';
import { isGroupMate } from '#entities/user/bots.ts';

/**
 * The items that a message can mention: people, everyone (`user` null), tasks, files and reports; readers open those
 * that they have access to.
 */
export type MentionItem =
  | { kind: 'user'; user: UserBasic | null }
  | { kind: 'task'; task: Task }
  | { kind: 'share'; share: ShareKind; id: number; name: string; note: string };
export interface MentionGroup {
  /** The key of the group's heading; '' has none. */
  heading: '' | 'members' | 'outside' | 'project' | 'mine' | 'assisted' | 'reports_mine' | 'reports_received' | 'files';
  items: readonly MentionItem[];
}

export const MENTION_SIGNS = ['@', '#', '~', '%'] as const;
export type MentionSign = (typeof MENTION_SIGNS)[number];
export const signOf = (char: unknown): MentionSign => MENTION_SIGNS.find((sign) => sign === char) ?? '@';

const MEMBERS_SHOWN = 30;
export const TASKS_PER_GROUP = 100;
const RECENT_FIRST = 5;

const matches = (user: UserBasic, query: string) =>
  [user.nickname, user.pinyin, user.email].some((text) => text?.toLowerCase().includes(query));

/** Everyone first, then matching members. */
export function memberGroups(people: readonly UserBasic[], query: string, everyone: string): MentionGroup[] {
  const wanted = query.toLowerCase();
  const found = people.filter((user) => matches(user, wanted)).slice(0, MEMBERS_SHOWN);
  // The word `all` works in every language.
  const all = people.length > 1 && [everyone.toLowerCase(), 'all'].some((name) => name.includes(wanted));
  const items: MentionItem[] = found.map((user) => ({ kind: 'user', user }));
  return [
    { heading: '', items: all ? [{ kind: 'user', user: null }] : [] },
    { heading: 'members', items },
  ];
}

/**
 * Finds the mention at the end of a text that was typed in full: `@` and everyone's or a member's whole name. Null if
 * it is not clear which one is meant, also while a longer name may follow. @returns what to mention, and the length of
 * the text for it
 */
export function typedMention(
  before: string,
  people: readonly UserBasic[],
  everyone: readonly string[],
): { id: string; label: string; length: number } | null {
  const text = before.toLowerCase();
  const isTyped = (name: string) =>
    name !== '' && text.endsWith(`@${name.toLowerCase()}`) && !/\w$/.test(text.slice(0, -name.length - 1));
  const all = people.length > 1 ? everyone.find(isTyped) : undefined;
  if (all) return { id: '0', label: everyone[0] ?? all, length: all.length + 1 };
  const [user, other] = people.filter(({ nickname }) => isTyped(nickname));
  if (!user || other) return null;
  const start = `${user.nickname.toLowerCase()} `;
  if (people.some(({ nickname }) => nickname.toLowerCase().startsWith(start))) return null;
  return { id: String(user.userid), label: user.nickname, length: user.nickname.length + 1 };
}

/** People outside the group who would join by a mention: up to five recent chat partners first. */
export function outsideGroup(
  recent: readonly UserBasic[],
  found: readonly UserBasic[],
  people: readonly UserBasic[],
  query: string,
): MentionGroup {
  const inside = new Set(people.map((user) => user.userid));
  const first = recent
    .filter((user) => !inside.has(user.userid) && matches(user, query.toLowerCase()))
    .slice(0, RECENT_FIRST);
  const shown = new Set([...inside, ...first.map((user) => user.userid)]);
  const users = [...first, ...found.filter((user) => !shown.has(user.userid) && isGroupMate(user))];
  return { heading: 'outside', items: users.map((user) => ({ kind: 'user', user })) };
}

/** The people of one's own conversations, most recent first. */
export function recentPeople(store: Store): UserBasic[] {
  const dialogs = store
    .all('dialog')
    .filter((dialog) => dialog.type === 'user' && dialog.dialog_user && dialog.last_at);
  dialogs.sort((a, b) => String(b.last_at).localeCompare(String(a.last_at)));
  return dialogs
    .flatMap((dialog) => store.get('user', dialog.dialog_user?.userid ?? 0) ?? [])
    .filter((user) => !user.disable_at && !user.delete_at && isGroupMate(user));
}

/** Tasks of the conversation's project, open ones first; my open ones by due date; those I help with. */
export function taskGroups(store: Store, projectId: number, query: string): MentionGroup[] {
  const wanted = query.toLowerCase();
  const tasks = store
    .all('task')
    .filter((task) => task.id > 0 && !task.archived_at && !task.deleted_at && task.name.toLowerCase().includes(wanted));
  const inProject = tasks.filter((task) => projectId > 0 && task.project_id === projectId && task.parent_id === 0);
  inProject.sort((a, b) => Number(Boolean(a.complete_at)) - Number(Boolean(b.complete_at)) || b.id - a.id);
  const open = tasks.filter((task) => !task.complete_at && !inProject.includes(task));
  const byEnd = (a: Task, b: Task) => (a.end_at ?? '9').localeCompare(b.end_at ?? '9') || b.id - a.id;
  const group = (heading: MentionGroup['heading'], list: readonly Task[]): MentionGroup => ({
    heading,
    items: list.slice(0, TASKS_PER_GROUP).map((task) => ({ kind: 'task', task })),
  });
  return [
    group('project', inProject),
    group('mine', open.filter((task) => task.owner === 1).sort(byEnd)),
    group('assisted', open.filter((task) => task.owner !== 1 && task.assist === 1).sort(byEnd)),
  ];
}
