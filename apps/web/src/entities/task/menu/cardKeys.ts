import { useCustomKeys } from '#ui/keys/keys.ts';

/** Keys of the focused card, besides those of every screen. */
export const CARD_KEYS = [
  { id: 'card-rename', label: 'shortcuts.card_rename', keys: 'e' },
  { id: 'card-move', label: 'shortcuts.card_move', keys: 'm' },
  { id: 'card-complete', label: 'shortcuts.card_complete', keys: 'c' },
] as const;
type CardCommand = (typeof CARD_KEYS)[number]['id'];

/** The keys of a command: the person's own, if there are any, and none if they were removed. */
export function cardKeys(id: CardCommand): { keys?: string } {
  const keys = useCustomKeys.getState().wishes[id] ?? CARD_KEYS.find((each) => each.id === id)?.keys;
  return keys ? { keys } : {};
}
