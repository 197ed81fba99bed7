import { type Tag, tagList } from '@atrium/contract/projects/tags.ts';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';

/** A project's tags, which are loaded when something shows them, and again by `reload`. */
export function useTags(projectId: number): { tags: readonly Tag[] | null; reload: () => void } {
  const [tags, setTags] = useState<readonly Tag[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ask = () => client.api.read(tagList, { project_id: projectId });
    return cachedThenFresh(`tags:${projectId}`, ask, [], setTags);
  }, [projectId, round]);
  return { tags, reload: useCallback(() => setRound((count) => count + 1), []) };
}
