import type { Import } from '@atrium/contract/files/imports.ts';
import { useEffect, useEffectEvent } from 'react';
import { useRequest } from '#sync/store/useRequest.ts';
import { listImports, type Outcome, readImport } from './import.actions.ts';

const POLL_MS = 1000;

/** The newest imports; a running one is polled every second. */
export function useImports() {
  const { data: list, problem, show, again } = useRequest<readonly Import[]>(listImports);

  /** Applies an outcome and returns the error text, or ''. */
  const take = (outcome: Outcome): string => {
    if ('words' in outcome) return outcome.words;
    const { item } = outcome;
    show((before) => [item, ...(before ?? []).filter((each) => each.id !== item.id)].sort((a, b) => b.id - a.id));
    return '';
  };
  const takeAnswer = useEffectEvent(take);
  const forget = (id: number) => show((before) => before?.filter((each) => each.id !== id) ?? null);

  const running = list?.find((item) => item.status === 'running')?.id;
  useEffect(() => {
    if (running === undefined) return;
    let isOver = false;
    let timer = 0;
    const ask = async () => {
      const outcome = await readImport(running);
      if (isOver) return;
      // The server is polled again if it cannot be reached.
      takeAnswer(outcome);
      timer = window.setTimeout(() => void ask(), POLL_MS);
    };
    timer = window.setTimeout(() => void ask(), POLL_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [running]);

  return { list, problem, load: again, take, forget };
}
