import { CallError } from '@atrium/client/api.ts';
import { type DriveFile, driveLists } from '@atrium/contract/files/drive.ts';
import { useEffect, useRef, useState } from 'react';
import { client } from '#sync/session.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { FIRST, readFirst, takePrefetched } from './prefetchFolder.ts';

interface Listed {
  files: readonly DriveFile[];
  /** The path from the top; the folder itself is last. */
  above: readonly DriveFile[];
  /** The server's message if it could not be loaded. */
  refusal: string;
}
const NOTHING: Listed = { files: [], above: [], refusal: '' };

/** A burst of events causes one request. */
const GATHER_MS = 150;
/** Reading a copy of more from the disk takes longer than a new list. */
const MOST_KEPT = 2000;

const listed = (id: number, list: readonly DriveFile[]): Listed => ({
  files: list.filter((file) => file.pid === id),
  above: list.filter((file) => file.pid !== id).toSorted((a, b) => a.pids.length - b.pids.length),
  refusal: '',
});

/** The first ones are on the screen; a page in the background paints nothing. */
const painted = () =>
  new Promise<void>((resolve) => {
    afterPaint(resolve);
    setTimeout(resolve, GATHER_MS);
  });

/** `begin` gets the first files by name if there are more: ten thousand are 4 MB. */
async function readFolder(id: number, begin?: (first: Listed) => void): Promise<Listed> {
  try {
    if (begin) {
      const first = await (takePrefetched(id) ?? readFirst(id));
      if (first.length < FIRST) return listed(id, first);
      begin(listed(id, first));
      await painted();
    }
    return listed(id, await client.api.read(driveLists, { pid: id }));
  } catch (error) {
    // The last list remains if the server cannot be reached, not if it refuses.
    if (error instanceof CallError && !error.isLost) return { ...NOTHING, refusal: error.msg };
    throw error;
  }
}

/** A folder's content, reloaded whenever something changes in it or above. */
export function useFolder(id: number) {
  const [answered, setAnswered] = useState<(Listed & { of: number }) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const here = answered?.of === id ? answered : null;
  const hasAnswer = useRef(-1);
  useEffect(() => {
    let isWanted = true;
    const begin = (first: Listed) => {
      if (isWanted && hasAnswer.current !== id) setAnswered({ ...first, of: id });
    };
    const stop = cachedThenFresh<Listed | null>(
      `drive${id}`,
      // The shown files stay until all are loaded.
      () => readFolder(id, hasAnswer.current === id ? undefined : begin),
      null,
      (answer) => {
        if (answer) {
          setAnswered({ ...answer, of: id });
          hasAnswer.current = id;
        }
        setFailed(!answer);
      },
      (answer) => answer !== null && answer.files.length <= MOST_KEPT,
    );
    return () => {
      isWanted = false;
      stop();
    };
  }, [id, turn]);
  const way = here?.above.map((folder) => folder.id).join() ?? '';
  useEffect(() => {
    const ids = new Set([id, ...way.split(',').map(Number)]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTurn((before) => before + 1), GATHER_MS);
    };
    let wasAway = client.state !== 'ready';
    const stop = [
      client.onTopic((topic, of) => (topic === 'drive' || topic === 'written') && ids.has(of) && again()),
      client.onState((state) => {
        if (state === 'ready' && wasAway) again();
        wasAway = state !== 'ready';
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const each of stop) each();
    };
  }, [id, way]);
  return {
    ...(here ?? NOTHING),
    state: here ? ('there' as const) : hasFailed ? ('failed' as const) : ('loading' as const),
    again: () => {
      setFailed(false);
      setTurn((before) => before + 1);
    },
  };
}
