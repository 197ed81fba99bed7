import { create } from 'zustand';

interface Sending {
  task: { id: number; name: string } | null;
}

/** The task being sent: set by its menu, read by a modal above the screens. */
export const useSendingTask = create<Sending>(() => ({ task: null }));
export const sendTaskTo = (task: Sending['task']): void => useSendingTask.setState({ task });
