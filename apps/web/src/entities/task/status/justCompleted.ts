import { create } from 'zustand';

interface Completed {
  ids: ReadonlySet<number>;
  add(id: number): void;
  clear(): void;
}

/** The tasks that were completed on this screen. They stay listed, uncounted, until they are cleared. */
export const useJustCompleted = create<Completed>((set) => ({
  ids: new Set(),
  add: (id) => set((state) => ({ ids: new Set([...state.ids, id]) })),
  clear: () => set({ ids: new Set() }),
}));

export const justCompleted = { add: (id: number) => useJustCompleted.getState().add(id) };
