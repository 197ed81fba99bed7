import { useEffect } from 'react';
import { listenForReplies, useReplies } from './program.actions.ts';
import { useShownForm } from './shownForm.ts';

/** True if programs answered this person alone in a conversation, or show them a form. */
export function useHasOwnReplies(dialogId: number): boolean {
  useEffect(listenForReplies, []);
  const isAnswered = useReplies(({ list }) => list.some((each) => each.dialog_id === dialogId));
  const isAsked = useShownForm(({ shown }) => shown?.dialogId === dialogId);
  return isAnswered || isAsked;
}
