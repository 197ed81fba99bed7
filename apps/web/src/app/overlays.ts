import { create } from 'zustand';

type Dialogue = 'project' | 'palette' | 'shortcuts' | null;

interface Overlays {
  taskId: number;
  personId: number;
  shown: Dialogue;
  openTask(id: number): void;
  openPerson(id: number): void;
  open(what: Exclude<Dialogue, null>): void;
  closeTask(): void;
  closePerson(): void;
  close(): void;
}

/** What stands over the screens. */
export const useOverlays = create<Overlays>((set) => ({
  taskId: 0,
  personId: 0,
  shown: null,
  openTask: (taskId) => set({ taskId }),
  // Only a plain number names a person.
  openPerson: (personId) => set({ personId: Number.isInteger(personId) && personId > 0 ? personId : 0 }),
  open: (shown) => set({ shown }),
  closeTask: () => set({ taskId: 0 }),
  closePerson: () => set({ personId: 0 }),
  close: () => set({ shown: null }),
}));
