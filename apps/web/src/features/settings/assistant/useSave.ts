import { useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Saves, and shows the success or the error. */
export function useSave() {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, done = t('settings.saved')) => {
    setBusy(true);
    setProblem('');
    try {
      await act();
      if (done) notify(done);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return { problem, isBusy, run };
}
