import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What browsers report for a key that an input method takes. */
const TAKEN = 229;

/**
 * True for a key of an input method: the Enter that confirms a Chinese or Japanese word submits nothing. Safari reports
 * it when the composition has already ended, and only the key code tells.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari.
  return native.isComposing || native.keyCode === TAKEN;
}
