import { host } from '#host/browser.ts';

/** The key that sends: Enter itself, or only with Ctrl or ⌘ (on phones: the button only). */
export type SendKey = 'enter' | 'ctrl';
/** Computers and phones have separate settings. */
export type SendHost = 'desktop' | 'app';

const nameOf = (on: SendHost) => `send_button_${on}`;

/** The key that sends; Enter unless configured otherwise. */
export const sendKeyOf = (on: SendHost): SendKey => (localStorage.getItem(nameOf(on)) === 'ctrl' ? 'ctrl' : 'enter');
/** True for a phone, in its shell or in a browser. */
const isApp = () => host.kind === 'mobile' || matchMedia('(hover: none) and (pointer: coarse)').matches;
export const sendKeyHere = (): SendKey => sendKeyOf(isApp() ? 'app' : 'desktop');
export const storeSendKey = (on: SendHost, key: SendKey): void => localStorage.setItem(nameOf(on), key);

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** True if a key sends the message; with Shift or Alt it always breaks the line. */
export function isSendKey({ key, shiftKey, altKey, ctrlKey, metaKey }: Key, wish: SendKey): boolean {
  if (key !== 'Enter' || shiftKey || altKey) return false;
  return wish === 'enter' || ctrlKey || metaKey;
}
