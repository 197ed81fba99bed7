import type { Import } from '@atrium/contract/files/imports.ts';
import { useCallback, useEffect, useState } from 'react';
import { untilRead } from '#sync/store/untilRead.ts';
import { wordsOf } from '#sync/words.ts';
import { listImports, type Outcome, readImport } from './import.actions.ts';

const POLL_MS = 1000;

/** The newest imports; the one that runs is asked for every second. */
export function useImports() {
  const [list, setList] = useState<readonly Import[] | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(() => {
    listImports().then(
      (found) => {
        setList(found);
        setProblem('');
      },
      (error: unknown) => setProblem(wordsOf(error)),
    );
  }, []);
  useEffect(() => untilRead(listImports, setList, setProblem), []);

  /** Takes an outcome in and returns the words of a refusal, or ''. */
  const take = useCallback((outcome: Outcome): string => {
    if ('words' in outcome) return outcome.words;
    const { item } = outcome;
    setList((before) => [item, ...(before ?? []).filter((each) => each.id !== item.id)].sort((a, b) => b.id - a.id));
    return '';
  }, []);
  const forget = useCallback((id: number) => setList((before) => before?.filter((each) => each.id !== id) ?? null), []);

  const running = list?.find((item) => item.status === 'running')?.id;
  useEffect(() => {
    if (running === undefined) return;
    let isOver = false;
    let timer = 0;
    const ask = async () => {
      const outcome = await readImport(running);
      if (isOver) return;
      // A server that does not answer for a moment is asked again.
      take(outcome);
      timer = window.setTimeout(() => void ask(), POLL_MS);
    };
    timer = window.setTimeout(() => void ask(), POLL_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [running, take]);

  return { list, problem, load, take, forget };
}
