import { create } from 'zustand';

/** How dense lists are, and whether messages are in bubbles or in a list: the person's choice on this device. */
export interface Look {
  density: 'comfortable' | 'compact';
  messages: 'bubbles' | 'list';
}
const KEYS = { density: 'look.density', messages: 'look.messages' } as const;

export const useLook = create<Look>(() => ({
  density: localStorage.getItem(KEYS.density) === 'compact' ? 'compact' : 'comfortable',
  messages: localStorage.getItem(KEYS.messages) === 'list' ? 'list' : 'bubbles',
}));

export function setLook(change: Partial<Look>): void {
  useLook.setState(change);
  const { density, messages } = useLook.getState();
  localStorage.setItem(KEYS.density, density);
  localStorage.setItem(KEYS.messages, messages);
}
