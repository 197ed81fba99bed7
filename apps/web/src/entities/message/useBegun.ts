import type { ClientMessage } from '@atrium/client/rows.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useStateOf } from '#ui/useStateOf.ts';
import { keepQuote, onDraftReplaced, quotedIn, quoteOf } from './message.actions.ts';

/**
 * What somebody has begun in a conversation: the message they answer or edit, which they find again when they come back,
 * here or on another device. `replaced` counts how often another device's words came in the place of those in the field.
 */
export function useBegun(dialogId: number) {
  const [reply, setReply] = useStateOf(dialogId, () => quoteOf(dialogId, 'reply'));
  const [editing, setEditing] = useStateOf(dialogId, () => quoteOf(dialogId, 'update'));
  const [replaced, setReplaced] = useStateOf(dialogId, () => 0);
  const isEditing = useRef(false);
  isEditing.current = editing !== null;

  const take = useCallback(
    (next: { reply?: ClientMessage; editing?: ClientMessage }) => {
      setReply(next.reply ?? null);
      setEditing(next.editing ?? null);
      keepQuote(dialogId, next.reply ?? null, next.editing ?? null);
    },
    [dialogId, setReply, setEditing],
  );

  useEffect(() => {
    let isHere = true;
    const show = () => {
      // The edit in the field is kept nowhere else.
      if (isEditing.current) return;
      setReply(quoteOf(dialogId, 'reply'));
      setEditing(quoteOf(dialogId, 'update'));
      // What was begun elsewhere may be about a message that has not been loaded here.
      void quotedIn(dialogId).then((message) => {
        if (!isHere || !message) return;
        setReply((now) => now ?? quoteOf(dialogId, 'reply', message));
        setEditing((now) => now ?? quoteOf(dialogId, 'update', message));
      });
    };
    show();
    const stop = onDraftReplaced(dialogId, () => {
      setReplaced((count) => count + 1);
      show();
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [dialogId, setReply, setEditing, setReplaced]);

  return {
    reply,
    editing,
    replaced,
    answer: useCallback((message: ClientMessage) => take({ reply: message }), [take]),
    edit: useCallback((message: ClientMessage) => take({ editing: message }), [take]),
    drop: useCallback(() => take({}), [take]),
  };
}
