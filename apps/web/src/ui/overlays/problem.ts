import { create } from 'zustand';

interface Problems {
  text: string;
  close(): void;
}

export const useProblem = create<Problems>((set) => ({ text: '', close: () => set({ text: '' }) }));

/** Shows a failure in a modal, if a notice would be overlooked. */
export const showProblem = (text: string): void => useProblem.setState({ text });
