import { CallError } from '@atrium/client/api.ts';
import { type DriveFile, driveLists } from '@atrium/contract/files/drive.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';

interface Listed {
  files: readonly DriveFile[];
  /** The path from the top; the folder itself is last. */
  above: readonly DriveFile[];
  /** The server's message if it could not be loaded. */
  refusal: string;
}
const NOTHING: Listed = { files: [], above: [], refusal: '' };

async function readFolder(id: number): Promise<Listed> {
  try {
    const list = await client.api.read(driveLists, { pid: id });
    const files = list.filter((file) => file.pid === id);
    const above = list.filter((file) => file.pid !== id);
    return { files, above: above.toSorted((a, b) => a.pids.length - b.pids.length), refusal: '' };
  } catch (error) {
    // The last list remains if the server cannot be reached, not if it refuses.
    if (error instanceof CallError && !error.isLost) return { ...NOTHING, refusal: error.msg };
    throw error;
  }
}

/** A burst of events causes one request. */
const GATHER_MS = 150;

/** A folder's content, reloaded whenever something changes in it or above. */
export function useFolder(id: number) {
  const [listed, setListed] = useState<(Listed & { of: number }) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const here = listed?.of === id ? listed : null;
  useEffect(
    () =>
      cachedThenFresh<Listed | null>(
        `drive${id}`,
        () => readFolder(id),
        null,
        (answer) => {
          if (answer) setListed({ ...answer, of: id });
          setFailed(!answer);
        },
      ),
    [id, turn],
  );
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
