import { type RefObject, useEffect } from 'react';
import { isComposing } from '#ui/keys/composing.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import type { ComposerHandle } from './composing.ts';

export const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** Other characters, such as `/` for search, remain shortcuts. */
const LETTER = /^[\p{L}\p{N}]$/u;
const hasOverlay = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/**
 * In a conversation people want to write: the field has the focus when it opens, and letters typed elsewhere go there,
 * where single letters would be commands. Not on touch-only devices, whose keyboard would hide the conversation.
 */
export function useTypeAhead(composer: RefObject<ComposerHandle | null>, dialogId: number, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || dialogId === 0 || !hasPointer()) return;
    if (!isField(document.activeElement) && !hasOverlay()) composer.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      const isLetter = LETTER.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || isComposing(event) || isField(event.target) || hasOverlay()) return;
      // The letter itself follows the focus.
      composer.current?.focus();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [composer, dialogId, isOn]);
}
