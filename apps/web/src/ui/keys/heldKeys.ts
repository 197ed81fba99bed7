/** The element that had the focus when the held key went down. */
let began: EventTarget | null = null;

/**
 * A key held too long would continue in what its first press has opened: Enter would choose the first item of a menu or
 * confirm a question, Escape would close everything. This listener runs before all others.
 */
export function listenToHeldKeys(): void {
  window.addEventListener('keydown', onKey, { capture: true });
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  if (!event.repeat) began = event.target;
  else if (event.target !== began) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
