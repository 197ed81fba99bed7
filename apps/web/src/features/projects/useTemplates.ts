import type { TaskTemplate } from '@atrium/contract/taskMore.ts';
import { useCallback, useEffect, useState } from 'react';
import { readTemplates } from './project.actions.ts';

/** The templates of a project, the one that is offered first at the head. */
export function useTemplates(projectId: number): { templates: readonly TaskTemplate[] | null; reload: () => void } {
  const [templates, setTemplates] = useState<readonly TaskTemplate[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = round >= 0;
    readTemplates(projectId).then(
      (list) => isWanted && setTemplates(list),
      () => isWanted && setTemplates([]),
    );
    return () => {
      isWanted = false;
    };
  }, [projectId, round]);
  return { templates, reload: useCallback(() => setRound((count) => count + 1), []) };
}
