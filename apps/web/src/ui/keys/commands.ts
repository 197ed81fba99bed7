import type { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** An action, defined once for its menu, its key and the palette. */
export interface Command {
  /** Unlike any other that can be done at the same time. */
  id: string;
  label: string;
  icon?: typeof IconSearch;
  /** One key, or two after each other; only while no field has the focus. */
  keys?: string;
  /** Others that do the same until somebody chooses keys of their own; `Mod+` is Ctrl or ⌘. */
  alsoKeys?: readonly string[];
  isDangerous?: boolean;
  /** It opens a field: what is typed after it is meant for that. */
  opensField?: boolean;
  run: () => void;
}

/** What can be done on every screen; the frame around them says it. */
export const useEverywhere = create<{ commands: readonly Command[] }>(() => ({ commands: [] }));

const offered = new Map<object, () => readonly Command[]>();

/** What the screens that are open offer, the latest opened first. */
export const offeredCommands = (): Command[] => [...offered.values()].reverse().flatMap((list) => list());

/** Offers a screen's commands to keys and palette while it is open. */
export const useCommands = (commands: readonly Command[]): void => useCommandsOf(() => commands);

/** The same for what depends on where the focus is: asked for when a key is pressed or the palette opens. */
export function useCommandsOf(list: () => readonly Command[]): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const place = {};
    offered.set(place, () => latest.current());
    return () => void offered.delete(place);
  }, []);
}
