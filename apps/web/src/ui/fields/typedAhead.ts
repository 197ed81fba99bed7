/** What is not there by then is waited for by nobody who types. */
const WAIT_MS = 5000;

let leave = () => {};

/**
 * Keeps what is typed from now on until a field has the focus, and writes it there: between a key that opens a field and
 * the field lie a file, a few frames and a focus trap, and fingers wait for none of them. Escape gives it up, and so do
 * five seconds.
 */
export function keepTyping(): void {
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
    if (event.isComposing) return;
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
    // Once what gives the focus is done with it, and before the next key.
    if (typed.length > 0) queueMicrotask(() => write(target, typed));
  };
  addEventListener('keydown', onKeyDown, at);
  addEventListener('focusin', onFocus, at);
}

function write(field: HTMLElement, typed: readonly string[]): void {
  for (const key of typed) {
    if (key === 'Enter') field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    // The one way of writing that a field hears as typed, undo included; no browser is without it.
    else document.execCommand('insertText', false, key);
  }
}

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement &&
      !/^(button|checkbox|radio|submit|reset|file|range|color)$/.test(target.type)));
