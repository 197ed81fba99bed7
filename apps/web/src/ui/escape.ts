/** What Mantine asks the element with the focus for, before a modal takes Escape for its own. */
const KEPT_FROM_MODALS = 'data-mantine-stop-propagation';

/**
 * A modal hears Escape before all that is in it, a popover that is open over it too: the whole task would close where
 * somebody leaves its calendar. Heard before any modal is there.
 */
export function listenToEscapes(): void {
  window.addEventListener('keydown', keepFromModals, { capture: true });
}

function keepFromModals({ key, target }: KeyboardEvent): void {
  if (key !== 'Escape' || !(target instanceof HTMLElement)) return;
  if (target.closest('.mantine-Popover-dropdown')) target.setAttribute(KEPT_FROM_MODALS, 'true');
}
