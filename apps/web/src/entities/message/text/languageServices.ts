import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { msgTranslation, msgVoice2text } from '@atrium/contract/chat/languageServices.ts';
import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { useSyncExternalStore } from 'react';
import { language as ownLanguage } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

/** A request to the workspace's transcription or translation for one message; a `problem` can be retried. */
interface RequestState {
  isAsking: boolean;
  problem: string;
}
export interface Translated extends RequestState {
  language: Language;
  content: string;
  /** The source text: after an edit of it the translation no longer applies. */
  source: string;
}

const transcripts = new Map<number, RequestState>();
const translations = new Map<number, Translated>();
const watchers = new Set<() => void>();
function changed(): void {
  for (const watch of watchers) watch();
}
const watching = (watch: () => void) => {
  watchers.add(watch);
  return () => void watchers.delete(watch);
};
export const useTranscript = (id: number) => useSyncExternalStore(watching, () => transcripts.get(id));
export const useTranslated = (id: number) => useSyncExternalStore(watching, () => translations.get(id));

export const sourceOf = ({ msg }: ClientMessage): string => String(msg.text ?? '');

/** True for a voice message without a transcript, if the workspace can transcribe. */
export const isTranscribable = (message: ClientMessage): boolean =>
  client.setting?.voice2text === 'open' && message.id > 0 && message.type === 'record' && sourceOf(message) === '';
export const isTranslatable = (message: ClientMessage): boolean =>
  client.setting?.translation === 'open' &&
  message.id > 0 &&
  ['text', 'record'].includes(message.type) &&
  sourceOf(message) !== '';

export async function transcribe({ id }: ClientMessage): Promise<void> {
  if (transcripts.get(id)?.isAsking) return;
  transcripts.set(id, { isAsking: true, problem: '' });
  changed();
  try {
    const { msg } = await client.api.call(msgVoice2text, { msg_id: id }, { timeoutMs: WAIT_MS });
    client.store.base.message.patch(id, { msg });
    transcripts.delete(id);
  } catch (error) {
    transcripts.set(id, { isAsking: false, problem: wordsOf(error) });
  }
  changed();
}
const WAIT_MS = 70_000;

const KEY = 'translate.language';
/** The last chosen language; by default one's own. */
function wantedLanguage(): Language {
  const kept = localStorage.getItem(KEY) ?? '';
  return isLanguage(kept) ? kept : ownLanguage;
}

export async function translateMessage(
  message: ClientMessage,
  wish: { language?: Language; isAgain?: boolean; isRestored?: boolean } = {},
): Promise<void> {
  const { id } = message;
  const language = wish.language ?? translations.get(id)?.language ?? wantedLanguage();
  if (wish.language && !wish.isRestored) localStorage.setItem(KEY, language);
  const asked: Translated = { isAsking: true, problem: '', language, content: '', source: sourceOf(message) };
  translations.delete(id);
  translations.set(id, asked);
  const oldest = translations.keys().next().value;
  if (translations.size > MAX_STORED && oldest !== undefined) translations.delete(oldest);
  changed();
  const answer = await client.api
    .call(msgTranslation, { msg_id: id, language, ...(wish.isAgain && { force: true }) }, { timeoutMs: WAIT_MS })
    .then(
      ({ content }) => ({ content }),
      (error: unknown) => ({ problem: wordsOf(error) }),
    );
  // The answer is not needed if the translation was closed, or requested in another language.
  if (translations.get(id) !== asked) return;
  if ('content' in answer) keep(id, { language, source: hashOf(asked.source) });
  // The request was made automatically, so its failure is not shown.
  if (wish.isRestored && 'problem' in answer) translations.delete(id);
  else translations.set(id, { ...asked, isAsking: false, ...answer });
  changed();
}
export function hideTranslation(id: number): void {
  keep(id, null);
  translations.delete(id);
  changed();
}

/** Translates again what was translated before a reload; the server has stored the text. */
export function restoreTranslation(message: ClientMessage): void {
  const wish = storedRequests().find(([id]) => id === message.id)?.[1];
  if (!wish || translations.has(message.id) || !isTranslatable(message)) return;
  if (wish.source === hashOf(sourceOf(message)) && isLanguage(wish.language))
    void translateMessage(message, { language: wish.language, isRestored: true });
}

interface TranslationRequest {
  language: string;
  source: number;
}
const MAX_STORED = 200;
const storageKey = () => `translate.kept.${client.user?.userid ?? 0}`;

function storedRequests(): [id: number, wish: TranslationRequest][] {
  try {
    return JSON.parse(localStorage.getItem(storageKey()) ?? '[]') as [number, TranslationRequest][];
  } catch {
    return [];
  }
}

function keep(id: number, wish: TranslationRequest | null): void {
  const others = storedRequests().filter(([each]) => each !== id);
  localStorage.setItem(storageKey(), JSON.stringify(wish ? [[id, wish], ...others].slice(0, MAX_STORED) : others));
}

/** A hash to distinguish texts, which keeps the text itself out of the browser's storage. */
function hashOf(text: string): number {
  let mark = 0;
  for (let at = 0; at < text.length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return mark;
}
