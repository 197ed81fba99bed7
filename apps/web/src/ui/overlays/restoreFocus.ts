const OVER = '[role="dialog"],[role="menu"]';

/**
 * Returns the focus when the focused element disappears and no other code moves it. Mantine's modals do so only if they
 * are mounted while closed; ours are mounted on opening. @returns a function that stops it
 */
export function listenToFocus(): () => void {
  /** The previously focused element, by dialog or menu. */
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
      // A click on nothing focusable clears the element.
      if (before === target) before = null;
    });
  };
  const gone = new MutationObserver(() => {
    const closed = [...watched].filter((dialog) => !dialog.isConnected);
    if (closed.length === 0) return;
    for (const dialog of closed) watched.delete(dialog);
    if (watched.size === 0) gone.disconnect();
    const opener = closed.map((dialog) => openerOf(dialog, openers)).findLast((each) => each?.isConnected);
    // The focus is set after the closing code has moved it.
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

/** Waits for a busy button, which cannot have the focus but gets it when it is enabled again, or disappears. */
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

/** Sets the focus after a replacing element has taken it. */
const takeInstead = (dialog: HTMLElement | null) =>
  void setTimeout(() => dialog?.isConnected && isNowhere() && take(dialog));

const take = (element: HTMLElement) => element.focus({ preventScroll: true });
const isNowhere = () => !document.activeElement || document.activeElement === document.body;

/**
 * Returns an element that still exists when the focus returns: a menu's button in place of its item, or the element
 * before it.
 */
function lasting(element: Element, openers: WeakMap<Element, HTMLElement>): HTMLElement | null {
  const menu = element.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const lasts = menu ? (openers.get(menu) ?? button) : element;
  return lasts instanceof HTMLElement ? lasts : null;
}

/** The opener or, if that disappeared with its own dialog (the palette), the opener of that one. */
function openerOf(dialog: Element, openers: WeakMap<Element, HTMLElement>): HTMLElement | undefined {
  const opener = openers.get(dialog);
  if (!opener || opener.isConnected) return opener;
  // Ends a cycle of two that opened each other.
  openers.delete(dialog);
  const before = opener.closest(OVER);
  return before ? openerOf(before, openers) : undefined;
}
