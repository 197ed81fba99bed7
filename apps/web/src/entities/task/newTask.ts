import { create } from 'zustand';

/** What is known of a task before its form is opened. */
export interface NewTaskWish {
  projectId?: number;
  columnId?: number;
  name?: string;
  /** Before all that is there, not behind it. */
  isAtTop?: boolean;
  /** Planned from and until. */
  span?: readonly [Date, Date];
}
/** Asked for on a board, the dashboard, the calendar, in the palette or by a key; the form is rendered once above the screens. */
export const useNewTask = create<{ wish: NewTaskWish | null }>(() => ({ wish: null }));
export const newTask = (wish: NewTaskWish = {}): void => useNewTask.setState({ wish });
export const closeNewTask = (): void => useNewTask.setState({ wish: null });
