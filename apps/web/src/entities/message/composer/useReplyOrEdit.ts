import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { useCallback, useEffect, useRef } from 'react';
import { editedWhole, onDraftReplaced, quotedIn, quoteOf, storeQuote } from '#entities/message/message.actions.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { useStateOf } from '#ui/useStateOf.ts';

/**
 * The message if it can be edited at once. Only the beginning of a long text is loaded, and editing it would lose the
 * rest.
 */
const atOnce = (message: ClientMessage | null) => (message?.type === 'longtext' ? null : message);

/**
 * The reply or edit in progress in a conversation, restored on return, here or on another device. `replaced` counts how
 * often another device's text replaced that in the field.
 */
export function useReplyOrEdit(dialogId: number) {
  const [reply, setReply] = useStateOf(dialogId, () => quoteOf(dialogId, 'reply'));
  const [editing, setEditing] = useStateOf(dialogId, () => atOnce(quoteOf(dialogId, 'update')));
  const [replaced, setReplaced] = useStateOf(dialogId, () => 0);
  const isEditing = useRef(false);
  isEditing.current = editing !== null;

  // A result fetched for an earlier request is ignored.
  const wish = useRef(0);

  const take = useCallback(
    (next: { reply?: ClientMessage; editing?: ClientMessage }) => {
      wish.current += 1;
      const mine = wish.current;
      const { reply: answered = null, editing: edited = null } = next;
      setReply(answered);
      setEditing(atOnce(edited));
      storeQuote(dialogId, answered, edited);
      if (!edited || atOnce(edited)) return;
      editedWhole(edited).then(
        (whole) => mine === wish.current && setEditing(whole),
        (error: unknown) => {
          if (mine !== wish.current) return;
          storeQuote(dialogId, null, null);
          showProblem(wordsOf(error));
        },
      );
    },
    [dialogId, setReply, setEditing],
  );

  useEffect(() => {
    const show = () => {
      // The edit in the field is stored nowhere else.
      if (isEditing.current) return;
      setReply(quoteOf(dialogId, 'reply'));
      setEditing(atOnce(quoteOf(dialogId, 'update')));
      complete();
    };
    // A draft from elsewhere may reference a message that is not loaded here, or not in full.
    const complete = () => {
      wish.current += 1;
      void fetchRest(wish.current);
    };
    const fetchRest = async (mine: number) => {
      const found = (await quotedIn(dialogId)) ?? undefined;
      const begun = quoteOf(dialogId, 'update', found);
      const edited = begun && (await editedWhole(begun).catch(() => null));
      if (mine !== wish.current) return;
      const answered = quoteOf(dialogId, 'reply', found);
      // Each call renders the conversation again, and most have neither.
      if (answered) setReply((now) => now ?? answered);
      if (edited) setEditing((now) => now ?? edited);
    };
    if (!isEditing.current) complete();
    const stop = onDraftReplaced(dialogId, () => {
      setReplaced((count) => count + 1);
      show();
    });
    return () => {
      wish.current += 1;
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
