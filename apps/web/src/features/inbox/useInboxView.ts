import { INBOX_PAGE, type InboxItem } from '@atrium/contract/workspace/inbox.ts';
import { useEffect, useRef, useState } from 'react';
import { changeInbox } from '#entities/inbox/inbox.ts';
import { t } from '#sync/language.ts';
import { toWire } from '#sync/time.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { type Subject, subjectOf } from './subject.ts';
import { useInbox } from './useInbox.ts';
import { useInboxAddress } from './useInboxAddress.ts';

export type InboxView = ReturnType<typeof useInboxView>;

/** Splits ids into as many as one call takes. */
const inChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / INBOX_PAGE) }, (_, index) =>
    ids.slice(index * INBOX_PAGE, (index + 1) * INBOX_PAGE),
  );

const markRead = (item: InboxItem) => {
  if (item.is_unread) changeInbox({ ids: [item.id], read: true });
};

/** The list, the chosen item, and the actions for them. `onOpen` opens an item in its own place. */
export function useInboxView(onOpen: (subject: Subject) => void) {
  const isPhone = useIsPhone();
  const rows = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<{ id: number; at: Point } | null>(null);
  const [customFor, setCustomFor] = useState(0);
  const { box, kind, itemId, go } = useInboxAddress();
  const { items: all, ...read } = useInbox(box);
  const items = kind ? all.filter((item) => item.kind === kind) : all;
  const at = items.findIndex(({ id }) => id === itemId);
  const current = items[at];

  const rowOf = (id: number) => rows.current?.querySelector<HTMLElement>(`[data-inbox="${id}"]`);
  const focusRow = (id: number) => requestAnimationFrame(() => rowOf(id)?.focus());
  const openItem = (item: InboxItem) => onOpen(subjectOf(item));
  const select = (item: InboxItem) => {
    markRead(item);
    if (isPhone) openItem(item);
    else go({ item: item.id });
  };
  /** The next item takes its place, so that a person goes through the list with one key. */
  const leave = (item: InboxItem) => {
    const place = items.indexOf(item);
    const next = items[place + 1] ?? items[place - 1];
    if (isPhone || item.id !== itemId) return;
    go({ item: next?.id ?? 0 });
    if (next) {
      markRead(next);
      focusRow(next.id);
    }
  };

  // The list gets the focus at once, except on a phone, which has no keys.
  const firstId = items[0]?.id ?? 0;
  const wasFocused = useRef(false);
  useEffect(() => {
    if (isPhone || wasFocused.current || firstId === 0) return;
    wasFocused.current = true;
    rows.current?.querySelector<HTMLElement>(`[data-inbox="${itemId || firstId}"]`)?.focus();
  }, [isPhone, firstId, itemId]);

  const menuItem = items.find(({ id }) => id === menu?.id);
  return {
    ...read,
    ...{ isPhone, rows, box, kind, go, items, current, openItem, select },
    /** The number of items of a kind, or of all. */
    countOf: (kind: InboxItem['kind'] | undefined) => (kind ? all.filter((item) => item.kind === kind) : all).length,
    move(by: number) {
      const next = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
      if (!next || isPhone) return;
      select(next);
      focusRow(next.id);
    },
    finish(item: InboxItem, isDone: boolean) {
      leave(item);
      changeInbox({ ids: [item.id], done: isDone });
      // The state before: unread, and still snoozed.
      const was = isDone && { ...(item.is_unread && { read: false }), snooze_until: item.snooze_until ?? '' };
      const undo = () => changeInbox({ ids: [item.id], done: !isDone, ...was });
      notify(t(isDone ? 'inbox.is_done' : 'inbox.is_back'), { action: { label: t('action.undo'), run: undo } });
    },
    finishAll() {
      const ids = items.map(({ id }) => id);
      for (const some of inChunks(ids)) changeInbox({ ids: some, done: true });
      go({ item: 0 });
      const unread = items.filter(({ is_unread }) => is_unread).map(({ id }) => id);
      const undo = () => {
        for (const some of inChunks(ids)) changeInbox({ ids: some, done: false });
        for (const some of inChunks(unread)) changeInbox({ ids: some, read: false });
      };
      notify(t('inbox.all_done', { count: ids.length }), { action: { label: t('action.undo'), run: undo } });
    },
    /** Snoozes an item; null brings it back now. */
    snooze(item: InboxItem, until: Date | null) {
      setMenu(null);
      setCustomFor(0);
      leave(item);
      changeInbox({ ids: [item.id], snooze_until: until ? toWire(until) : '' });
      if (!until) return;
      const undo = () => changeInbox({ ids: [item.id], snooze_until: item.snooze_until ?? '' });
      notify(t('inbox.is_snoozed'), { action: { label: t('action.undo'), run: undo } });
    },
    /** The menu of times, below the row of the current item. */
    snoozeMenu: menu && menuItem ? { at: menu.at, item: menuItem } : null,
    openSnoozeMenu() {
      const row = current && rowOf(current.id)?.getBoundingClientRect();
      if (current && row) setMenu({ id: current.id, at: { x: row.left + 48, y: row.bottom } });
    },
    closeSnoozeMenu: () => setMenu(null),
    /** The item for which a time of its own is being chosen. */
    customItem: items.find(({ id }) => id === customFor),
    chooseTime(item: InboxItem) {
      setMenu(null);
      setCustomFor(item.id);
    },
    cancelTime: () => setCustomFor(0),
  };
}
