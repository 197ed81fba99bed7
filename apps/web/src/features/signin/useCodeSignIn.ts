import { useEffect, useState } from 'react';
import { askForPerson } from './qr.actions.ts';

const ASK_MS = 2000;

/** Waits until somebody who is signed in confirms the code; returns the error, if there is one. */
export function useCodeSignIn(code: string, onDone: () => void): string {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isWanted = true;
    let timer = 0;
    const ask = async () => {
      const answer = await askForPerson(code);
      if (!isWanted) return;
      if (answer === 'in') return onDone();
      setProblem(answer === 'waiting' ? '' : answer.words);
      timer = window.setTimeout(() => void ask(), ASK_MS);
    };
    timer = window.setTimeout(() => void ask(), ASK_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [code, onDone]);
  return problem;
}
