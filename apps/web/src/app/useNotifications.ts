import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { host } from '#host/browser.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';

/** Tells of messages that come while the reader looks elsewhere, where the browser was allowed to. */
export function useNotifications(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      client.onMessage((message, silence) => {
        const dialog = client.store.get('dialog', message.dialog_id);
        const isLooking = document.hasFocus() && location.search.includes(`dialog=${message.dialog_id}`);
        if (silence || !dialog || isLooking || !host.canNotify()) return;
        if (dialog.silence && !message.mention) return;
        const author = client.store.get('user', message.userid)?.nickname ?? '';
        host.notify({
          title: dialog.type === 'group' ? `${dialog.name} (${author})` : dialog.name,
          body: previewLine(message),
          onClick: () => void navigate(`/manage/messenger?dialog=${message.dialog_id}`),
        });
      }),
    [navigate],
  );
}
