import {
  type Session,
  sessionCreate,
  sessionList,
  sessionOpen,
  sessionRename,
} from '@atrium/contract/chat/assistants.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

const PAGE = 50;

/** Starts a session with an assistant; its conversation shows only this one from now on. @throws the server's error */
export async function newSession(of: { dialog_id?: number; userid?: number }): Promise<Session> {
  const session = await client.api.call(sessionCreate, of);
  client.opened.enterSession(session.dialog_id, session.id);
  return session;
}

/** Does the same on a click, and shows an error. */
export const beginSession = (dialogId: number) =>
  newSession({ dialog_id: dialogId }).catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));

export async function goToSession({ id, dialog_id }: Session): Promise<boolean> {
  try {
    await client.api.call(sessionOpen, { session_id: id });
    client.opened.enterSession(dialog_id, id);
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export async function renameSession(id: number, title: string): Promise<void> {
  try {
    await client.api.call(sessionRename, { session_id: id, title });
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
  }
}

export async function readSessions(dialogId: number, page: number) {
  const { data, last_page } = await client.api.read(sessionList, { dialog_id: dialogId, page, pagesize: PAGE });
  return { list: data, hasMore: page < last_page };
}
