import { escapeText } from '@atrium/richtext/html/escape.ts';
import { client } from '#sync/session.ts';
import { dropShared, readShared, type Shared } from '#sync/store/shared.ts';

/** Reads the waiting content; null if there is none, or if the browser has no cache storage. */
export const readPendingShare = async (): Promise<Shared | null> =>
  'caches' in window ? readShared(window.caches, Date.now()).catch(() => null) : null;

export const dropPendingShare = async (): Promise<void> => {
  if ('caches' in window) await dropShared(window.caches);
};

/** Adds a text below the chat's draft, so that nothing is lost. */
export function putIntoField(dialogId: number, text: string): void {
  if (!text.trim()) return;
  const key = String(dialogId);
  const lines = text.trim().split('\n');
  const words = lines.map((line) => `<p>${escapeText(line)}</p>`).join('');
  client.drafts.close(key, client.drafts.content(key) + words);
}
