import { create } from 'zustand';
import { onShowTask } from '#entities/task/showTask.ts';
import { onShowSearch } from '#ui/keys/showSearch.ts';

type Dialogue = 'project' | 'group' | 'palette' | 'search' | 'help' | 'shortcuts' | 'unsent' | 'reminder' | null;

interface Overlays {
  taskId: number;
  personId: number;
  shown: Dialogue;
  /** The initial text of the search, the palette or a reminder. */
  searchText: string;
  /** The article that help opens with; '' for the list. */
  article: string;
  openTask(id: number): void;
  openPerson(id: number): void;
  open(what: Exclude<Dialogue, null>): void;
  search(text: string): void;
  palette(text: string): void;
  help(article: string): void;
  remind(text: string): void;
  closeTask(): void;
  closePerson(): void;
  close(): void;
}

/** Overlays above the screens. */
export const useOverlays = create<Overlays>((set) => ({
  taskId: 0,
  personId: 0,
  shown: null,
  searchText: '',
  article: '',
  openTask: (taskId) => set({ taskId }),
  // Only a plain number is a person's id.
  openPerson: (personId) => set({ personId: Number.isInteger(personId) && personId > 0 ? personId : 0 }),
  open: (shown) => set({ shown, searchText: '', article: '' }),
  search: (searchText) => set({ shown: 'search', searchText }),
  palette: (searchText) => set({ shown: 'palette', searchText }),
  help: (article) => set({ shown: 'help', article }),
  remind: (searchText) => set({ shown: 'reminder', searchText }),
  closeTask: () => set({ taskId: 0 }),
  closePerson: () => set({ personId: 0 }),
  close: () => set({ shown: null }),
}));

onShowTask((id) => useOverlays.getState().openTask(id));
onShowSearch((text) => useOverlays.getState().search(text));
