import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { settleNotifications, tellOf } from '#entities/notification/notification.actions.ts';
import { host } from '#host/browser.ts';
import { client } from '#sync/session.ts';

/** Tells of messages that come while the reader looks elsewhere, where the browser was allowed to; a click leads there. */
export function useNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => client.onMessage(tellOf), []);
  useEffect(() => host.onNotePlace((place) => void navigate(place)), [navigate]);
  useEffect(() => {
    let isSettled = false;
    const settle = () => {
      if (isSettled || client.state !== 'ready') return;
      isSettled = true;
      void settleNotifications();
    };
    settle();
    return client.onState(settle);
  }, []);
}
