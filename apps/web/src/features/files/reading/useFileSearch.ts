import type { FoundFile } from '@atrium/contract/files/drive.ts';
import { useEffect, useState } from 'react';
import { searchDrive } from '#entities/drive/drive.actions.ts';

const WAIT_MS = 600;
const TAKE = 100;

/** Files found by name or content once typing pauses. */
export function useFileSearch(words: string) {
  const key = words.trim();
  const [answer, setAnswer] = useState<{ to: string; files: readonly FoundFile[] | null }>({ to: '', files: [] });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isWanted = turn >= 0;
    const timer = setTimeout(() => {
      if (!key) return;
      searchDrive(key, TAKE).then(
        (files) => isWanted && setAnswer({ to: key, files }),
        () => isWanted && setAnswer({ to: key, files: null }),
      );
    }, WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, turn]);
  const isHere = answer.to === key;
  return {
    files: (isHere && answer.files) || [],
    state: isHere ? (answer.files ? ('there' as const) : ('failed' as const)) : ('loading' as const),
    again: () => setTurn((before) => before + 1),
  };
}
