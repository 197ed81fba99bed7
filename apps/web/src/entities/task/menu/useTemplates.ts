import { type TaskTemplate, templateList } from '@atrium/contract/projects/taskExtras.ts';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';

/** A project's templates, the default one first. */
export function useTemplates(projectId: number): { templates: readonly TaskTemplate[] | null; reload: () => void } {
  const [templates, setTemplates] = useState<readonly TaskTemplate[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (projectId === 0) return;
    const ask = () => client.api.read(templateList, { project_id: projectId });
    return cachedThenFresh(`templates:${projectId}`, ask, [], setTemplates);
  }, [projectId, round]);
  return { templates, reload: useCallback(() => setRound((count) => count + 1), []) };
}
