/** The focused element when the held key went down. */
let began: EventTarget | null = null;

/**
 * A key held too long would continue in what its first press has opened: Enter would choose the first item of a menu or
 * confirm a question, Escape would close everything. Handled before all other listeners.
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
