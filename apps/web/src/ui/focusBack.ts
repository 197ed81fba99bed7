/**
 * What stands over a screen takes the focus, and gives it back when it goes. Mantine's modals do so where they are
 * mounted closed; ours are made when somebody opens them. @returns how to stop
 */
export function listenToFocus(): () => void {
  /** By the dialog: what had the focus before it. */
  const openers = new Map<Element, HTMLElement>();
  let before: HTMLElement | null = null;

  const entered = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('[role="dialog"]');
    const from = relatedTarget instanceof HTMLElement ? relatedTarget : before;
    if (dialog && from && !dialog.contains(from) && !openers.has(dialog)) {
      const opener = lasting(from);
      if (opener) openers.set(dialog, opener);
      gone.observe(document.body, { childList: true, subtree: true });
    }
    before = target;
  };
  // Who clicks beside everything has left it. What was taken away has not been left.
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget || !(target instanceof HTMLElement)) return;
    queueMicrotask(() => {
      if (target.isConnected && before === target && isNowhere()) before = null;
    });
  };
  const gone = new MutationObserver(() => {
    const closed = [...openers].filter(([dialog]) => !dialog.isConnected);
    if (closed.length === 0) return;
    for (const [dialog] of closed) openers.delete(dialog);
    if (openers.size === 0) gone.disconnect();
    const opener = closed.map(([, each]) => each).findLast((each) => each.isConnected);
    // After whoever closed it has said where it is to be.
    if (opener) setTimeout(() => isNowhere() && opener.focus({ preventScroll: true }));
  });

  document.addEventListener('focusin', entered);
  document.addEventListener('focusout', left);
  return () => {
    document.removeEventListener('focusin', entered);
    document.removeEventListener('focusout', left);
    gone.disconnect();
  };
}

const isNowhere = () => !document.activeElement || document.activeElement === document.body;

/** An item of a menu is gone by the time that it would be given the focus; the menu's button is not. */
export function lasting(element: Element): HTMLElement | null {
  const menu = element.closest('[role="menu"]');
  const lasts = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return lasts instanceof HTMLElement ? lasts : null;
}
