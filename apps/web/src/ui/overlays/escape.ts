import { useEffect, useRef } from 'react';
import { isComposing } from '#ui/keys/composing.ts';

/** The attribute of the focused element that Mantine checks before a modal handles Escape. */
const KEPT_FROM_MODALS = 'data-mantine-stop-propagation';

/** The open modals, in order of opening. */
const open: { current: () => void }[] = [];
/** The handler of the current Escape. */
let heardBy: object | undefined;

/** Dropdowns and menus: the innermost around the focus handles Escape. */
const DROPPED = '.mantine-Popover-dropdown,[role="menu"]';
/** Editors, which have uses of their own for Escape, and Excalidraw's modals, which are outside of it. */
const KEEPS = '[data-keeps-escape],.excalidraw-modal-container';
/** Android's back gesture closes what was opened last, in browsers that know of it. TypeScript does not yet. */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Closes open popovers, by the ids of their dropdowns. */
const dropped = new Map<string, () => void>();

/**
 * Mantine's modals handle Escape before their content, even before an open popover: leaving a calendar would close the
 * whole task. Registered before any modal.
 */
export function listenToEscapes(): void {
  window.addEventListener('keydown', onEscape, { capture: true });
}

function onEscape(event: KeyboardEvent): void {
  const { key, target } = event;
  // During a composition it belongs to the input method.
  if (key !== 'Escape' || isComposing(event)) return;
  heardBy = open.at(-1);
  // After all handlers.
  setTimeout(() => {
    heardBy = undefined;
  });
  if (!(target instanceof HTMLElement)) return;
  if (target.closest(`${DROPPED},${KEEPS}`)) target.setAttribute(KEPT_FROM_MODALS, 'true');
  const around = target.closest(DROPPED);
  // An open list of the field goes first, unless it is a part of this popover.
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  const hasList = target.getAttribute('aria-expanded') === 'true' && !around?.contains(list);
  if (!hasList) dropped.get(around?.id ?? '')?.();
}

/** @returns a function that removes it */
export function closeByEscape(dropdownId: string, close: () => void): () => void {
  dropped.set(dropdownId, close);
  return () => {
    dropped.delete(dropdownId);
  };
}

/**
 * Every open Mantine modal handles Escape, so all would close at once: only the last one does.
 *
 * @returns `onClose`, for Mantine
 */
export function useOwnEscape(opened: boolean, onClose: () => void): () => void {
  const self = useRef(onClose);
  useEffect(() => {
    self.current = onClose;
  });
  useEffect(() => {
    if (!opened) return;
    open.push(self);
    return () => {
      open.splice(open.indexOf(self), 1);
    };
  }, [opened]);
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    if (!opened || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return;
    const watcher = new CloseWatcher();
    // Escape closes it as well: Mantine has handled the key then.
    watcher.onclose = () => !heardBy && self.current();
    return () => watcher.destroy();
  }, [opened]);
  return () => {
    if (!heardBy || heardBy === self) onClose();
  };
}

/** Closes what was opened last: a menu or a calendar, then the topmost modal. False if nothing is open. */
export function closeLast(): boolean {
  const menu = [...document.querySelectorAll(DROPPED)].at(-1);
  const last = open.at(-1);
  const drop = dropped.get(menu?.id ?? '');
  if (drop) drop();
  else if (menu) menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  else last?.current();
  return menu !== undefined || last !== undefined;
}
