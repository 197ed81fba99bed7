/**
 * True if a document may take the focus as it opens: at most the title of its window has it. On a phone the keyboard
 * would cover half of it.
 */
export function isFocusFree(): boolean {
  const now = document.activeElement;
  const isFree = now === null || now === document.body || now.matches('[data-autofocus], [role="dialog"]');
  return isFree && !matchMedia('(pointer: coarse)').matches;
}
