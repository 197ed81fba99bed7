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
/**
 * Matches editors, which have uses of their own for Escape, and Excalidraw's modals, which are outside of its editor.
 */
const KEEPS = '[data-keeps-escape],.excalidraw-modal-container';
/**
 * The interface that lets Android's back gesture close what was opened last, in browsers that have it. TypeScript does
 * not know it yet.
 */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Closes open popovers, by the ids of their dropdowns. */
const dropped = new Map<string, () => void>();

/**
 * Handles Escape for popovers. Mantine's modals handle it before their content, even before an open popover, so leaving
 * a calendar would close the whole task. This listener is registered before any modal.
 */
export function listenToEscapes(): void {
  window.addEventListener('keydown', onEscape, { capture: true });
}

function onEscape(event: KeyboardEvent): void {
  const { key, target } = event;
  // During a composition it belongs to the input method.
  if (key !== 'Escape' || isComposing(event)) return;
  heardBy = open.at(-1);
  // The state is reset after all handlers have run.
  setTimeout(() => {
    heardBy = undefined;
  });
  if (!(target instanceof HTMLElement)) return;
  if (target.closest(`${DROPPED},${KEEPS}`)) target.setAttribute(KEPT_FROM_MODALS, 'true');
  const around = target.closest(DROPPED);
  // An open list of the field closes first, unless it is a part of this popover.
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
 * Lets Escape close only the last open modal: every open Mantine modal handles it, so all would close at once.
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
    // The modal closes only if Mantine has not handled an Escape key, which triggers this event as well.
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
