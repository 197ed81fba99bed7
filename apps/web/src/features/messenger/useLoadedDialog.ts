import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { useEffect, useState } from 'react';
import { useRow } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { closeDialog, openDialog } from './messenger.actions.ts';

/** Loads a conversation and updates it while it is shown. `problem` says why it cannot be loaded. */
export function useLoadedDialog(dialogId: number): { dialog: ClientDialog | undefined; problem: string } {
  const dialog = useRow('dialog', dialogId);
  const [problem, setProblem] = useState('');
  const isNumber = Number.isInteger(dialogId) && dialogId > 0;
  useEffect(() => {
    if (!isNumber) return;
    let isShown = true;
    openDialog(dialogId).catch((error: unknown) => isShown && setProblem(wordsOf(error)));
    return () => {
      isShown = false;
      closeDialog(dialogId);
    };
  }, [dialogId, isNumber]);
  return { dialog, problem };
}
