const KEY = 'debug';

/** True if debug mode is on for this device: script errors are shown then. */
export const isDebugging = (): boolean => localStorage.getItem(KEY) === 'open';
export const setDebugging = (isOn: boolean): void =>
  isOn ? localStorage.setItem(KEY, 'open') : localStorage.removeItem(KEY);
