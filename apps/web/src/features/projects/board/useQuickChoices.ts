import type { QuickChoice } from '@atrium/client/projects/quickAdd.ts';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** The offered people or tags, and their keys. */
export function useQuickChoices(found: readonly QuickChoice[], choose: (choice: QuickChoice) => void) {
  const id = useId();
  const [index, setIndex] = useState(0);
  const [closed, setClosed] = useState('');
  const key = found.map((each) => each.key).join();
  useEffect(() => setIndex(0), [key]);
  const choices = key === closed ? [] : found;
  const at = Math.min(index, choices.length - 1);
  /** Handles a key for the list. True if it was one. */
  const onKey = (event: KeyboardEvent): boolean => {
    const choice = choices[at];
    if (!choice) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setIndex((at + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      choose(choice);
    } else if (event.key === 'Escape') {
      setClosed(key);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, choices, at, onKey };
}
