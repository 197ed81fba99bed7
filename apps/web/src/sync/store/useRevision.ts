import type { Topic } from '@atrium/client/live/frames.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

/** A number that increases when data of `topic` and `id` should reload: after an event, and after being offline. */
export function useRevision(topic: Topic, id: number): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const again = () => setVersion((before) => before + 1);
    let wasAway = client.state !== 'ready';
    const stop = [
      client.onTopic((changed, of) => changed === topic && of === id && again()),
      client.onState((state) => {
        if (state === 'ready' && wasAway) again();
        wasAway = state !== 'ready';
      }),
    ];
    return () => {
      for (const each of stop) each();
    };
  }, [topic, id]);
  return version;
}
