import { useEffect } from 'react';
import { useServerVersion } from '#app/recovery/useServerVersion.ts';
import { storeToken } from '#sync/api.ts';
import { followAnswers } from '#sync/followAnswers.ts';
import { t } from '#sync/language.ts';
import { client, startSession } from '#sync/session.ts';
import { onStorageLost } from '#sync/store/storage.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';

const SAID_ELSEWHERE = new Set(['sendMessage', 'postVote', 'changeVote', 'joinChain']);

/** Starts the workspace once, stores its token, and shows refusals. */
export function useSession(): void {
  useServerVersion();
  useEffect(() => {
    startSession().catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));
    const stopState = client.onState((state) => {
      if (state === 'ready' && client.api.token) storeToken(client.api.token);
    });
    const stopRefusals = client.onRefused(({ name, error }) => {
      // Errors of messages are in the chat, and those of polls and sign-up lists in a modal; others are shown here.
      if (name === 'updateTask') showProblem(wordsOf(error));
      else if (!SAID_ELSEWHERE.has(name)) notify(wordsOf(error), { kind: 'error' });
    });
    const stopStreams = followAnswers();
    client.opened.confirmMore = (count) =>
      askFirst({ title: t('tasks.many_title'), text: t('tasks.many', { count }), action: t('tasks.many_act') });
    onStorageLost(() => notify(t('storage.lost'), { kind: 'error', stays: true }));
    // The connection is checked, so that a loss or a return that the system reports is noticed at once.
    const probe = () => void client.handshake();
    window.addEventListener('offline', probe);
    window.addEventListener('online', probe);
    const keep = () => client.flush();
    window.addEventListener('pagehide', keep);
    window.addEventListener('beforeunload', keep);
    return () => {
      stopState();
      stopRefusals();
      stopStreams();
      window.removeEventListener('offline', probe);
      window.removeEventListener('online', probe);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('beforeunload', keep);
    };
  }, []);
}
