import type { Export } from '@atrium/contract/files/exports.ts';
import { useCallback, useEffect, useState } from 'react';
import { wordsOf } from '#sync/words.ts';
import { listExports } from './export.actions.ts';

const POLL_MS = 1000;

/** One's own exports, newest first; polled every second while one is running. */
export function useExports(projectId?: number) {
  const [list, setList] = useState<readonly Export[] | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(
    () =>
      listExports(projectId).then(
        (found) => {
          setList(found);
          setProblem('');
        },
        (error: unknown) => setProblem(wordsOf(error)),
      ),
    [projectId],
  );
  useEffect(() => void load(), [load]);

  const isMaking = list?.some(({ status }) => status === 'waiting' || status === 'running') ?? false;
  useEffect(() => {
    if (!isMaking) return;
    let timer = 0;
    let isOver = false;
    const again = () => {
      timer = window.setTimeout(() => void load().then(() => !isOver && again()), POLL_MS);
    };
    again();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [isMaking, load]);
  return { list, problem, load };
}
