import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { listenForRings } from '#entities/meeting/ring.ts';
import { sendReply } from '#entities/message/message.actions.ts';
import { notifyOfMessage, syncNotifications } from '#entities/notification/notification.actions.ts';
import { host } from '#host/browser.ts';
import { client } from '#sync/session.ts';

/**
 * Notifies of messages that arrive while the reader looks elsewhere, if the browser allows it; a click opens the
 * conversation over the screen.
 */
export function useNotifications(): void {
  const navigate = useNavigate();
  const modal = useDialogModal();
  const open = useRef<(place: string) => void>(() => undefined);
  open.current = (place) => {
    const [path, query = ''] = place.split('?');
    const wanted = new URLSearchParams(query);
    const dialogId = Number(wanted.get('dialog'));
    if (path === '/manage/messenger' && dialogId > 0) modal.open(dialogId, Number(wanted.get('msg')));
    else void navigate(place);
  };
  useEffect(
    () => client.onMessage((message, silence) => notifyOfMessage(message, silence, (place) => open.current(place))),
    [],
  );
  useEffect(() => listenForRings(), []);
  useEffect(() => host.onNotePlace((place) => open.current(place)), []);
  useEffect(() => host.onNoteReply(({ dialog_id, text }) => sendReply(dialog_id, text)), []);
  useEffect(() => {
    let isSettled = false;
    const settle = () => {
      if (isSettled || client.state !== 'ready') return;
      isSettled = true;
      void syncNotifications();
    };
    settle();
    return client.onState(settle);
  }, []);
}
