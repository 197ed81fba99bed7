import { isComposing } from '#ui/keys/composing.ts';

/** Typing is not captured longer than this. */
const WAIT_MS = 5000;

let leave = () => {};

/**
 * Captures typing until a field has the focus, and inserts it there: between a key that opens a field and the field
 * there are a module, a few frames and a focus trap, for which typing does not wait. Escape cancels it, and so does the
 * limit.
 */
export function captureTyping(): void {
  leave();
  const typed: string[] = [];
  const stop = new AbortController();
  const at = { capture: true, signal: stop.signal };
  const timer = setTimeout(() => leave(), WAIT_MS);
  leave = () => {
    stop.abort();
    clearTimeout(timer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isField(event.target)) return leave();
    if (isComposing(event)) return;
    if (event.key === 'Escape') return leave();
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || !(event.key.length === 1 || event.key === 'Enter' || event.key === 'Backspace')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') typed.pop();
    else typed.push(event.key);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!isField(target)) return;
    leave();
    // The text is written after the focus has moved, and before the next key.
    if (typed.length > 0) queueMicrotask(() => write(target, typed));
  };
  addEventListener('keydown', onKeyDown, at);
  addEventListener('focusin', onFocus, at);
}

function write(field: HTMLElement, typed: readonly string[]): void {
  for (const key of typed) {
    if (key === 'Enter') field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    // This is the only way to insert text like typing, with undo. All browsers support it.
    else document.execCommand('insertText', false, key);
  }
}

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement &&
      !/^(button|checkbox|radio|submit|reset|file|range|color)$/.test(target.type)));
