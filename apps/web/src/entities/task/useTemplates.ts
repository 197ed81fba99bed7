import { type TaskTemplate, templateList } from '@atrium/contract/taskMore.ts';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

/** The templates of a project, the one that is offered first at the head. */
export function useTemplates(projectId: number): { templates: readonly TaskTemplate[] | null; reload: () => void } {
  const [templates, setTemplates] = useState<readonly TaskTemplate[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = round >= 0;
    if (projectId === 0) return;
    client.api.read(templateList, { project_id: projectId }).then(
      (list) => isWanted && setTemplates(list),
      () => isWanted && setTemplates([]),
    );
    return () => {
      isWanted = false;
    };
  }, [projectId, round]);
  return { templates, reload: useCallback(() => setRound((count) => count + 1), []) };
}
