import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { columnsOf, dialogList, projectList } from '@atrium/client/store/select.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** Conversations to choose from, latest first. */
export const useDialogChoices = (): readonly ClientDialog[] => useSelect(['dialog'], (store) => dialogList(store), []);

/** Projects in which a task can be created. */
export const useProjectChoices = (): readonly Project[] =>
  useSelect(['project'], (store) => projectList(store).filter((project) => !project.archived_at), []);

export const useColumnChoices = (projectId: number): readonly Column[] =>
  useSelect(['column'], (store) => columnsOf(store, projectId), [projectId]);
