import type { IconSearch } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

/** An action, defined once for its menu, its key and the palette. */
export interface Command {
  /** An id that is unique among the commands available at the same time. */
  id: string;
  label: string;
  icon?: typeof IconSearch;
  /** The key, or two in sequence; they work only while no field has the focus. */
  keys?: string;
  /** Further keys until custom ones are chosen; `Mod+` is Ctrl or ⌘. */
  alsoKeys?: readonly string[];
  /** True if its key with `Mod+` also works in a field. */
  whileTyping?: boolean;
  isDangerous?: boolean;
  /** The heading of its section in a menu. */
  section?: string;
  /** True if it opens a field: text typed afterwards belongs there. */
  opensField?: boolean;
  run: () => void;
}

/** The commands of every screen, set by the frame. */
export const useEverywhere = create<{ commands: readonly Command[] }>(() => ({ commands: [] }));

const offered = new Map<object, () => readonly Command[]>();

/** The commands of open screens, latest opened first. */
export const offeredCommands = (): Command[] => [...offered.values()].reverse().flatMap((list) => list());

/** Offers a screen's commands to keys and palette while it is open. */
export const useCommands = (commands: readonly Command[]): void => useCommandsOf(() => commands);

/** Offers commands that depend on the focus. The list is computed when a key is pressed or the palette opens. */
export function useCommandsOf(list: () => readonly Command[]): void {
  const latest = useRef(list);
  // The commands change together with the screen: effects may run much later on a busy device, and a key would act on
  // what was shown before.
  useLayoutEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const place = {};
    offered.set(place, () => latest.current());
    return () => void offered.delete(place);
  }, []);
}
