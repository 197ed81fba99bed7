import type { KeyboardEvent } from 'react';
import { changeInbox } from '#entities/inbox/inbox.ts';
import { t } from '#sync/language.ts';
import { useCommandsOf } from '#ui/keys/commands.ts';
import type { InboxView } from './useInboxView.ts';

/** Offers the commands of the list and of its current item; returns the handler of the list's own keys. */
export function useInboxKeys({ box, current, move, finish, openItem, openSnoozeMenu }: InboxView) {
  useCommandsOf(() => [
    { id: 'inbox-next', label: t('inbox.next'), keys: 'j', run: () => move(1) },
    { id: 'inbox-previous', label: t('inbox.previous'), keys: 'k', run: () => move(-1) },
    ...(current
      ? [
          {
            id: 'inbox-done',
            label: t(box === 'done' ? 'inbox.undone' : 'inbox.done'),
            keys: 'e',
            run: () => finish(current, box !== 'done'),
          },
          ...(box === 'open' ? [{ id: 'inbox-snooze', label: t('inbox.snooze'), keys: 'h', run: openSnoozeMenu }] : []),
          {
            id: 'inbox-unread',
            label: t('inbox.mark_unread'),
            keys: 'u',
            run: () => changeInbox({ ids: [current.id], read: false }),
          },
          { id: 'inbox-open', label: t('inbox.open'), run: () => openItem(current) },
        ]
      : []),
  ]);
  return (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && current && event.target instanceof HTMLElement) {
      if (event.target.dataset['inbox'] !== String(current.id)) return;
      event.preventDefault();
      openItem(current);
    }
  };
}
