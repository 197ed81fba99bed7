import { create } from 'zustand';

interface Problems {
  text: string;
  close(): void;
}

export const useProblem = create<Problems>((set) => ({ text: '', close: () => set({ text: '' }) }));

/** Says in a modal what did not work, where a line at the edge would be overlooked. */
export const showProblem = (text: string): void => useProblem.setState({ text });
