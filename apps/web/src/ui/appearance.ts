import { create } from 'zustand';

/** The density of lists, and the display of messages in bubbles or in a list: the person's choice on this device. */
export interface Appearance {
  density: 'comfortable' | 'compact';
  messages: 'bubbles' | 'list';
}
const KEYS = { density: 'look.density', messages: 'look.messages' } as const;

export const useAppearance = create<Appearance>(() => ({
  density: localStorage.getItem(KEYS.density) === 'compact' ? 'compact' : 'comfortable',
  messages: localStorage.getItem(KEYS.messages) === 'list' ? 'list' : 'bubbles',
}));

export function setAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  const { density, messages } = useAppearance.getState();
  localStorage.setItem(KEYS.density, density);
  localStorage.setItem(KEYS.messages, messages);
}
