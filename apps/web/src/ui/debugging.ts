const KEY = 'debug';

/** Whether somebody looks for a fault on this device: what goes wrong in the page is shown then. */
export const isDebugging = (): boolean => localStorage.getItem(KEY) === 'open';
export const setDebugging = (isOn: boolean): void =>
  isOn ? localStorage.setItem(KEY, 'open') : localStorage.removeItem(KEY);
