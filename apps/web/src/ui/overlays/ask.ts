import { create } from 'zustand';

export interface Question {
  title: string;
  text: string;
  action: string;
  isDangerous?: boolean;
}
interface Asking {
  question: (Question & { answer: (isSure: boolean) => void }) | null;
}

export const useQuestion = create<Asking>(() => ({ question: null }));

/** Asks before something irreversible; the question names the thing. */
export function askFirst(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    useQuestion.setState({
      question: {
        ...question,
        answer(isSure) {
          useQuestion.setState({ question: null });
          resolve(isSure);
        },
      },
    });
  });
}
