/** What had the focus when the key went down that is held. */
let began: EventTarget | null = null;

/**
 * A key that is held a moment too long goes on in what its first press has opened: Enter would choose the first item of
 * a menu or agree to a question, Escape would close all that is open. Heard before anybody else hears it.
 */
export function listenToHeldKeys(): void {
  window.addEventListener('keydown', hear, { capture: true });
}

function hear(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  if (!event.repeat) began = event.target;
  else if (event.target !== began) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
