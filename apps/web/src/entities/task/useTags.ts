import { type Tag, tagList } from '@atrium/contract/tags.ts';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

/** The tags that a project offers; asked for when something shows them, and again by `reload`. */
export function useTags(projectId: number): { tags: readonly Tag[] | null; reload: () => void } {
  const [tags, setTags] = useState<readonly Tag[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = round >= 0;
    client.api.read(tagList, { project_id: projectId }).then(
      (list) => isWanted && setTags(list),
      () => isWanted && setTags([]),
    );
    return () => {
      isWanted = false;
    };
  }, [projectId, round]);
  return { tags, reload: useCallback(() => setRound((count) => count + 1), []) };
}
