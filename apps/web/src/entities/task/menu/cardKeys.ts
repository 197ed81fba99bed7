import { useKeyWishes } from '#ui/keys/keys.ts';

/** What the card that has the focus does by a key, beside what every screen does. */
export const CARD_KEYS = [
  { id: 'card-rename', label: 'shortcuts.card_rename', keys: 'e' },
  { id: 'card-move', label: 'shortcuts.card_move', keys: 'm' },
  { id: 'card-complete', label: 'shortcuts.card_complete', keys: 'c' },
] as const;
type CardCommand = (typeof CARD_KEYS)[number]['id'];

/** The person's own where there are some; none where they were taken away. */
export function cardKeys(id: CardCommand): { keys?: string } {
  const keys = useKeyWishes.getState().wishes[id] ?? CARD_KEYS.find((each) => each.id === id)?.keys;
  return keys ? { keys } : {};
}
