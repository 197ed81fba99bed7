import { useEffect, useState } from 'react';

/** What Mantine asks the element with the focus for, before a modal takes Escape for its own. */
const KEPT_FROM_MODALS = 'data-mantine-stop-propagation';

/** The modals that are open, in the order in which they were opened. */
const open: object[] = [];
/** Whose the Escape is that is on its way. */
let heardBy: object | undefined;

/** What has dropped from a button or is a menu: the innermost of these around the focus hears Escape. */
const DROPPED = '.mantine-Popover-dropdown,[role="menu"]';
/** How the popovers are closed that are open, by the ids of what has dropped. */
const dropped = new Map<string, () => void>();

/**
 * A modal hears Escape before all that is in it, a popover that is open over it too: the whole task would close where
 * somebody leaves its calendar. Heard before any modal is there.
 */
export function listenToEscapes(): void {
  window.addEventListener('keydown', hear, { capture: true });
}

function hear({ key, target, isComposing }: KeyboardEvent): void {
  // While a word is made of what was typed it is the word's.
  if (key !== 'Escape' || isComposing) return;
  heardBy = open.at(-1);
  // After all that hear it.
  setTimeout(() => {
    heardBy = undefined;
  });
  if (!(target instanceof HTMLElement)) return;
  if (target.closest(DROPPED)) target.setAttribute(KEPT_FROM_MODALS, 'true');
  // A list that is open in there goes first.
  if (target.getAttribute('aria-expanded') !== 'true') dropped.get(target.closest(DROPPED)?.id ?? '')?.();
}

/** @returns how to forget it */
export function closeByEscape(dropdownId: string, close: () => void): () => void {
  dropped.set(dropdownId, close);
  return () => {
    dropped.delete(dropdownId);
  };
}

/**
 * Every open modal of Mantine's hears Escape, and all of them would close at once: it is the last one's.
 *
 * @returns `onClose`, for Mantine
 */
export function useOwnEscape(opened: boolean, onClose: () => void): () => void {
  const [self] = useState(() => ({}));
  useEffect(() => {
    if (!opened) return;
    open.push(self);
    return () => {
      open.splice(open.indexOf(self), 1);
    };
  }, [opened, self]);
  return () => {
    if (!heardBy || heardBy === self) onClose();
  };
}
