import { create } from 'zustand';

/** The values of a new task that are known before its form opens. */
export interface NewTaskPreset {
  projectId?: number;
  columnId?: number;
  name?: string;
  /** The number of a priority. */
  level?: number;
  template?: { id: number; content: string };
  /** True to add it at the head of the column instead of its end. */
  isAtTop?: boolean;
  /** The planned start and end. */
  span?: readonly [Date, Date];
}
/**
 * The wished task, set by a board, the dashboard, the calendar, the palette or a key. The form is rendered once above
 * the screens.
 */
export const useNewTask = create<{ wish: NewTaskPreset | null }>(() => ({ wish: null }));
export const newTask = (wish: NewTaskPreset = {}): void => useNewTask.setState({ wish });
export const closeNewTask = (): void => useNewTask.setState({ wish: null });
