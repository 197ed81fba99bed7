const OVER = '[role="dialog"],[role="menu"]';

/**
 * Where the focus goes when the focused element disappears and no other code moves it. Overlays give it back:
 * Mantine's modals do so where they are mounted closed, ours are made when somebody opens them. @returns how to stop
 */
export function listenToFocus(): () => void {
  /** By the dialog or menu: what had the focus before it. */
  const openers = new WeakMap<Element, HTMLElement>();
  const watched = new Set<Element>();
  let before: HTMLElement | null = null;

  const entered = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest(OVER);
    const from = relatedTarget instanceof HTMLElement ? relatedTarget : before;
    if (dialog && from && !dialog.contains(from) && !openers.has(dialog)) {
      const opener = lasting(from, openers);
      if (opener) openers.set(dialog, opener);
      watched.add(dialog);
      gone.observe(document.body, { childList: true, subtree: true });
    }
    before = target;
  };
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget || !(target instanceof HTMLElement)) return;
    const dialog = target.closest<HTMLElement>('[role="dialog"]');
    queueMicrotask(() => {
      if (!isNowhere()) return;
      if (target.matches(':disabled')) return untilEnabled(target, dialog);
      if (!target.isConnected) return takeInstead(dialog);
      // Who clicks beside everything has left it.
      if (before === target) before = null;
    });
  };
  const gone = new MutationObserver(() => {
    const closed = [...watched].filter((dialog) => !dialog.isConnected);
    if (closed.length === 0) return;
    for (const dialog of closed) watched.delete(dialog);
    if (watched.size === 0) gone.disconnect();
    const opener = closed.map((dialog) => openerOf(dialog, openers)).findLast((each) => each?.isConnected);
    // After the code that closed it has moved the focus.
    if (opener) setTimeout(() => isNowhere() && take(opener));
  });

  document.addEventListener('focusin', entered);
  document.addEventListener('focusout', left);
  return () => {
    document.removeEventListener('focusin', entered);
    document.removeEventListener('focusout', left);
    gone.disconnect();
  };
}

/** A button that works at something is no place for the focus, and is one again when that is done, or has gone with it. */
function untilEnabled(button: HTMLElement, dialog: HTMLElement | null): void {
  const done = new MutationObserver(() => {
    if (isNowhere() && button.isConnected && button.matches(':disabled')) return;
    done.disconnect();
    if (!button.isConnected) takeInstead(dialog);
    else if (isNowhere()) take(button);
  });
  done.observe(button, { attributeFilter: ['disabled'] });
  done.observe(document.body, { childList: true, subtree: true });
}

/** After the element in its place has taken the focus. */
const takeInstead = (dialog: HTMLElement | null) =>
  void setTimeout(() => dialog?.isConnected && isNowhere() && take(dialog));

const take = (element: HTMLElement) => element.focus({ preventScroll: true });
const isNowhere = () => !document.activeElement || document.activeElement === document.body;

/** An item of a menu is gone by the time that it would be given the focus; the menu's button is not, or what had it before. */
function lasting(element: Element, openers: WeakMap<Element, HTMLElement>): HTMLElement | null {
  const menu = element.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const lasts = menu ? (openers.get(menu) ?? button) : element;
  return lasts instanceof HTMLElement ? lasts : null;
}

/** What opened it or, where that has gone with a dialog that it was in (the palette), what opened that one. */
function openerOf(dialog: Element, openers: WeakMap<Element, HTMLElement>): HTMLElement | undefined {
  const opener = openers.get(dialog);
  if (!opener || opener.isConnected) return opener;
  // Two that opened each other end here.
  openers.delete(dialog);
  const before = opener.closest(OVER);
  return before ? openerOf(before, openers) : undefined;
}
