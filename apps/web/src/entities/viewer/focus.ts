/**
 * Whether a document may take the keys as it opens: nothing else has them but the title of its window. On a phone the
 * keyboard would cover half of it.
 */
export function isFocusFree(): boolean {
  const now = document.activeElement;
  const isFree = now === null || now === document.body || now.matches('[data-autofocus], [role="dialog"]');
  return isFree && !matchMedia('(pointer: coarse)').matches;
}
