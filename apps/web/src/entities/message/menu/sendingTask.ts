import { create } from 'zustand';

interface Sending {
  task: { id: number; name: string } | null;
}

/** The task that is being sent to somebody: asked for in its menu, chosen for in a modal over the screens. */
export const useSendingTask = create<Sending>(() => ({ task: null }));
export const sendTaskTo = (task: Sending['task']): void => useSendingTask.setState({ task });
