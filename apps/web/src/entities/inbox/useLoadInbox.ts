import { useEffect, useEffectEvent } from 'react';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { notify } from '#ui/overlays/notices.ts';
import { loadInbox, openItems, restoreInbox, useInboxStore } from './inbox.ts';

/** The list is loaded after this time, once for a burst of events. */
const LOAD_MS = 300;

/**
 * Keeps the list up to date: after events, after being offline, and when a conversation has been read. Notifies
 * about items whose snooze has ended: a message has announced the others.
 */
export function useLoadInbox(onOpen: () => void): void {
  const revision = useRevision('inbox', 0);
  const open = useInboxStore((state) => state.open);
  const unread = useSelect(
    ['dialog'],
    (store) =>
      (open ?? [])
        .flatMap(({ dialog_id, is_unread }) => (is_unread && dialog_id ? [store.get('dialog', dialog_id)?.unread] : []))
        .join(),
    [open],
  );
  const announce = useEffectEvent((ids: readonly number[]) => {
    for (const { id, title, text } of openItems(useInboxStore.getState())) {
      if (!ids.includes(id)) continue;
      if (document.hasFocus())
        notify(t('inbox.returned', { title }), { kind: 'news', action: { label: t('inbox.open'), run: onOpen } });
      else if (host.notifyPermission() === 'granted')
        host.notify({
          title: t('inbox.returned', { title }),
          body: text,
          icon: '/icon.svg',
          place: '/manage/inbox',
          dialog_id: 0,
          // The message is the same as in the push of this item, so that the device does not ring twice.
          msg_id: id,
          tag: 'inbox',
          silent: false,
          reply: '',
        });
    }
  });
  const userid = client.user?.userid ?? 0;
  useEffect(() => {
    if (userid > 0) void restoreInbox();
  }, [userid]);
  useEffect(() => {
    const woken: number[] = [];
    const stop = client.onTopic((topic, id) => {
      if (topic === 'inbox' && id > 0) woken.push(id);
      if (topic !== 'inbox' || id > 0 || woken.length === 0) return;
      const ids = woken.splice(0);
      void loadInbox().then(() => announce(ids));
    });
    return stop;
  }, []);
  useEffect(() => {
    // Both are counted, because each is a reason to load.
    if (client.state !== 'ready' || `${revision}${unread}` === '') return;
    const timer = setTimeout(() => void loadInbox(), LOAD_MS);
    return () => clearTimeout(timer);
  }, [revision, unread]);
}
