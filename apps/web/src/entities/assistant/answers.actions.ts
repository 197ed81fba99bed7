import {
  assistantAgain,
  assistantFeedback,
  assistantFeedbackList,
  assistantStop,
} from '@atrium/contract/chat/assistants.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type Rating = 'like' | 'dislike' | '';

const ratings = new Map<number, Rating>();
const loaded = new Set<number>();
const watchers = new Set<() => void>();
function changed(): void {
  for (const watch of watchers) watch();
}
const watching = (watch: () => void) => {
  watchers.add(watch);
  return () => void watchers.delete(watch);
};

/** The person's rating of an answer. All ratings of a conversation load with the first one that is shown. */
export function useRating(msgId: number, dialogId: number): Rating {
  useEffect(() => void load(dialogId), [dialogId]);
  return useSyncExternalStore(watching, () => ratings.get(msgId) ?? '');
}

async function load(dialogId: number): Promise<void> {
  if (loaded.has(dialogId)) return;
  loaded.add(dialogId);
  try {
    const { list } = await client.api.read(assistantFeedbackList, { dialog_id: dialogId });
    for (const { msg_id, feedback } of list) if (!ratings.has(msg_id)) ratings.set(msg_id, feedback);
    changed();
  } catch {
    // Without a network, answers show as unrated, and the next visit loads the ratings.
    loaded.delete(dialogId);
  }
}

export async function rate(msgId: number, rating: Rating): Promise<void> {
  const before = ratings.get(msgId) ?? '';
  ratings.set(msgId, rating);
  changed();
  try {
    await client.api.call(assistantFeedback, { msg_id: msgId, ...(rating && { feedback: rating }) });
  } catch (error) {
    ratings.set(msgId, before);
    changed();
    notify(wordsOf(error), { kind: 'error' });
  }
}

const said = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => notify(wordsOf(error), { kind: 'error' }),
  );
export const stopAnswer = (msg_id: number) => said(client.api.call(assistantStop, { msg_id }));
export const answerAgain = (msg_id: number) => said(client.api.call(assistantAgain, { msg_id }));
