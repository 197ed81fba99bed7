import { columnsOf, projectList } from '@atrium/client/store/select.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** The reader's projects, and the columns of one of them. */
export function usePlaces(projectId: number) {
  const projects = useSelect(['project'], projectList, []);
  const columns = useSelect(['column'], (store) => columnsOf(store, projectId), [projectId]);
  return { projects, columns };
}
