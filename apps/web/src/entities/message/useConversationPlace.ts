import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { useCallback, useEffect, useRef } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { notify } from '#ui/overlays/notices.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { closeConversation, leaveDraft, loadNewer, loadOlder, openConversation } from './message.actions.ts';
import { useConversation } from './useConversation.ts';

interface Options {
  dialog: Pick<ClientDialog, 'id' | 'unread_one'>;
  /** Opens around this message instead of the first unread one. */
  position?: number | undefined;
  /** A requested position; each `count` is a separate request. */
  wanted?: { id: number; count: number } | undefined;
}

/** Chooses the messages of a conversation to show: those around an anchor, or the newest ones. Opens and closes it. */
export function useConversationPlace({ dialog, position, wanted }: Options) {
  // The first unread message when the conversation opens; reading does not move the divider.
  const opened = `${dialog.id}.${position ?? ''}`;
  const [firstUnread] = useStateOf(opened, () => dialog.unread_one);
  const [anchor, setAnchor] = useStateOf(opened, () => position ?? (firstUnread || undefined));
  // Every jump reopens the list at its message, even if it was there before.
  const [jumps, setJumps] = useStateOf(opened, () => 0);
  const [isLoading, setLoading] = useStateOf(opened, () => true);
  const [problem, setProblem] = useStateOf(opened, () => '');
  const [highlighted, setHighlighted] = useStateOf(opened, () => position ?? 0);
  // True after a jump to the newest messages, which leads to their end and not to the first unread one.
  const [isAtLatest, setAtLatest] = useStateOf(opened, () => false);
  const toLatest = () => {
    setJumps((count) => count + 1);
    setAtLatest(true);
    setAnchor(undefined);
  };
  const view = useConversation(dialog.id, anchor);
  // The list is at the first unread message until the reader jumps elsewhere.
  const isAtUnread = position === undefined && jumps === 0;
  // The list follows the live end once the loaded range reaches it.
  if (isAtUnread && anchor !== undefined && view.isLoaded && !view.hasNewer) setAnchor(undefined);

  const isHere = useRef(false);
  isHere.current = view.isLoaded;
  useEffect(() => {
    let isOpen = true;
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      openConversation(dialog.id, position ?? (firstUnread || undefined), position !== undefined)
        .catch((error: unknown) => {
          if (!isOpen) return;
          setProblem(wordsOf(error));
          // The place is taken back, because the loaded messages may not include the first unread one.
          if (position === undefined) setAnchor(undefined);
        })
        .finally(() => isOpen && setLoading(false));
    };
    // Requests are made after the paint, so that loaded messages are shown first.
    const leave = isHere.current ? afterPaint(begin) : begin();
    return () => {
      isOpen = false;
      leave?.();
      leaveDraft(dialog.id);
      if (hasBegun) closeConversation(dialog.id);
    };
  }, [dialog.id, position, firstUnread, setProblem, setAnchor, setLoading]);

  // The highlight of the target message stays until the reader does something; a timeout would be too short for some.
  useEffect(() => {
    if (!highlighted || isLoading) return;
    const ending = new AbortController();
    for (const sign of ['pointerdown', 'wheel', 'keydown']) {
      window.addEventListener(sign, () => setHighlighted(0), { signal: ending.signal, passive: true });
    }
    return () => ending.abort();
  }, [highlighted, isLoading, setHighlighted]);

  const jump = useCallback(
    async (id: number) => {
      const failed = await openConversation(dialog.id, id, true).catch((error: unknown) => wordsOf(error));
      closeConversation(dialog.id);
      // If there is nothing to show around the message, what is shown stays.
      if (failed && !client.store.windows.around(dialog.id, id)) return notify(failed, { kind: 'error' });
      setAnchor(id);
      setHighlighted(id);
      setJumps((count) => count + 1);
    },
    [dialog.id, setAnchor, setHighlighted, setJumps],
  );

  useEffect(() => {
    if (wanted) void jump(wanted.id);
  }, [wanted, jump]);

  return {
    /** The key of the opening: another one resets the screen's state. */
    opened: `${opened}.${jumps}`,
    firstUnread,
    anchor,
    view,
    isLoading: isLoading || !view.isLoaded,
    problem,
    isAtUnread,
    isAtLatest,
    highlighted,
    jump,
    toLatest,
    onOlder: useCallback(() => loadOlder(dialog.id, anchor), [dialog.id, anchor]),
    onNewer: useCallback(() => loadNewer(dialog.id, anchor), [dialog.id, anchor]),
  };
}
