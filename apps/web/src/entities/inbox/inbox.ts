import { editInbox } from '@atrium/client/sending/inboxActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import {
  INBOX_PAGE,
  type InboxItem,
  type InboxState,
  type inboxEdit,
  inboxList,
} from '@atrium/contract/workspace/inbox.ts';
import { create } from 'zustand';
import { nowDate } from '#sync/clock.ts';
import { client } from '#sync/session.ts';
import { keepAnswer, lastAnswer } from '#sync/store/lastAnswers.ts';
import { toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type InboxChange = InputOf<typeof inboxEdit>;

interface Loaded {
  /** The open items, as the server has them; null until they are known. */
  open: readonly InboxItem[] | null;
  hasFailed: boolean;
  /** The number of pages to load of the open list, and if there are more. */
  pages: number;
  hasMore: boolean;
  /** The changes that the list does not include yet, in their order. */
  pending: readonly InboxChange[];
  /** Counts what this page has changed. */
  version: number;
}
export const useInboxStore = create<Loaded>(() => ({
  open: null,
  hasFailed: false,
  pages: 1,
  hasMore: false,
  pending: [],
  version: 0,
}));

function changed(item: InboxItem, { ids, done, read, snooze_until }: InboxChange): InboxItem {
  if (!ids.includes(item.id)) return item;
  const isRead = read ?? (done ? true : undefined);
  return {
    ...item,
    ...(isRead !== undefined && { is_unread: !isRead }),
    ...(done !== undefined && { done_at: done ? toWire(nowDate()) : null, ...(done && { snooze_until: null }) }),
    ...(snooze_until !== undefined && { snooze_until: snooze_until || null }),
  };
}

/** A list with the changes that the server does not know yet. */
export const withChanges = (list: readonly InboxItem[], pending: readonly InboxChange[]): InboxItem[] =>
  list.map((item) => pending.reduce(changed, item));

export const stateOf = ({ done_at, snooze_until }: InboxItem): InboxState =>
  done_at ? 'done' : snooze_until ? 'snoozed' : 'open';

export const openItems = ({ open, pending }: Pick<Loaded, 'open' | 'pending'>): InboxItem[] =>
  withChanges(open ?? [], pending).filter((item) => stateOf(item) === 'open');

export const useInboxBadge = (): number =>
  useInboxStore((state) => openItems(state).reduce((sum, { is_unread }) => sum + Number(is_unread), 0));

/** The first pages of one of the lists: an item that has moved meanwhile is listed only once. */
export async function readInbox(state: InboxState, pages: number): Promise<{ list: InboxItem[]; hasMore: boolean }> {
  const found = new Map<number, InboxItem>();
  let before_id = 0;
  for (let page = 1; ; page++) {
    const { list, has_more: hasMore } = await client.api.read(inboxList, {
      state,
      ...(before_id > 0 && { before_id }),
    });
    for (const item of list) found.set(item.id, item);
    before_id = list.at(-1)?.id ?? 0;
    if (page >= pages || !hasMore || before_id === 0) return { list: [...found.values()], hasMore };
  }
}

const CACHED = 'inbox';

/** Shows the open items of the last visit until the server has answered. */
export async function restoreInbox(): Promise<void> {
  const kept = await lastAnswer<readonly InboxItem[]>(CACHED);
  if (kept) useInboxStore.setState(({ open }) => ({ open: open ?? kept }));
}

export async function loadInbox(): Promise<readonly InboxItem[]> {
  try {
    const { list, hasMore } = await readInbox('open', useInboxStore.getState().pages);
    useInboxStore.setState({ open: list, hasFailed: false, hasMore });
    keepAnswer(CACHED, list.slice(0, INBOX_PAGE));
    return list;
  } catch {
    useInboxStore.setState({ hasFailed: true });
    return [];
  }
}

/** Loads more of the list of open items. */
export async function loadMoreInbox(): Promise<void> {
  useInboxStore.setState(({ pages }) => ({ pages: pages + 1 }));
  await loadInbox();
}

/** Changes items. The change is shown at once; without a network it waits like every change. */
export function changeInbox(change: InboxChange): void {
  useInboxStore.setState(({ pending }) => ({ pending: [...pending, change] }));
  const settle = async () => {
    try {
      await client.mutate(editInbox, change);
      await loadInbox();
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    }
    useInboxStore.setState(({ pending, version }) => ({
      pending: pending.filter((each) => each !== change),
      version: version + 1,
    }));
  };
  void settle();
}

/** The reader has opened a task: items about it are no longer new. */
export function readAbout(taskId: number): void {
  const state = useInboxStore.getState();
  const ids = openItems(state).flatMap(({ id, task_id, is_unread }) =>
    task_id === taskId && taskId > 0 && is_unread ? [id] : [],
  );
  if (ids.length > 0) changeInbox({ ids, read: true });
}
