import type { DriveFile } from '@atrium/contract/files/drive.ts';
import type { KeyboardEvent } from 'react';
import { isArrow, neighbor } from '#ui/keys/neighbor.ts';

interface Keys {
  files: readonly DriveFile[];
  onRename: (file: DriveFile) => void;
  onDelete: (file: DriveFile) => void;
  onCut: (file: DriveFile) => void;
  onCopy: (file: DriveFile) => void;
  onPaste: () => void;
  onAll: () => void;
  onNone: () => void;
  onToggle: (file: DriveFile) => void;
  onDetails: () => void;
}

/** The number of frames to wait, about a second: a new file is drawn once the server has listed the folder. */
const FRAMES = 60;

/** Gives a file the focus when the name field closes, unless something else has it. */
export function focusFile(id: number, frames = FRAMES): void {
  if (document.activeElement !== document.body) return;
  const item = document.querySelector<HTMLElement>(`[data-file="${id}"]`);
  if (item) item.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusFile(id, frames - 1));
}

/** The first item that is not scrolled away, because a long list begins above what is visible. */
const firstSeen = (items: readonly HTMLElement[], box: Element) => {
  const { top } = box.getBoundingClientRect();
  return items.find((item) => item.getBoundingClientRect().top >= top) ?? items[0];
};

/**
 * Moves the focus to the first or last entry of a list of which only a part is drawn: it is drawn after the frame that
 * scrolls.
 */
function focusEnd(box: Element, isLast: boolean, id: number, frames = FRAMES): void {
  box.scrollTop = isLast ? box.scrollHeight : 0;
  const item = box.querySelector<HTMLElement>(`[data-file="${id}"]`);
  if (item) item.focus();
  else if (frames > 0) requestAnimationFrame(() => focusEnd(box, isLast, id, frames - 1));
}

const itemsIn = (box: Element) => [...box.querySelectorAll<HTMLElement>('[data-file], [data-recent]')];

/**
 * Handles the keys of the list: arrows, x, F2, Delete, and the usual cut, copy and paste. Enter and Space are handled
 * by the button itself.
 */
export function useFileKeys(keys: Keys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, [role="menu"], [role="dialog"]')) return;
    const items = itemsIn(event.currentTarget);
    const own = target.closest<HTMLElement>('[data-file], [data-recent]');
    const file = keys.files.find(({ id }) => id === Number(own?.dataset['file']));
    const isMod = event.ctrlKey || event.metaKey;
    const run = (): boolean => {
      if (isArrow(event.key) && !isMod) {
        const isEnd = event.key === 'Home' || event.key === 'End';
        const wanted = keys.files.at(event.key === 'End' ? -1 : 0);
        if (isEnd && wanted && items.length < keys.files.length)
          focusEnd(event.currentTarget, event.key === 'End', wanted.id);
        else (own ? neighbor(items, own, event.key) : firstSeen(items, event.currentTarget))?.focus();
        return true;
      }
      if (isMod && event.key === 'v') return (keys.onPaste(), true);
      if (isMod && event.key === 'a') return (keys.onAll(), true);
      if (event.key === 'i' && !isMod && !event.altKey) return (keys.onDetails(), true);
      if (event.key === 'Escape') return (keys.onNone(), false);
      if (!file) return false;
      if (event.key === 'F2') return (keys.onRename(file), true);
      if (event.key === 'Delete') return (keys.onDelete(file), true);
      if (event.key === 'x' && !isMod) return (keys.onToggle(file), true);
      if (isMod && event.key === 'x') return (keys.onCut(file), true);
      if (isMod && event.key === 'c') return (keys.onCopy(file), true);
      return false;
    };
    if (run()) event.preventDefault();
  };
}
