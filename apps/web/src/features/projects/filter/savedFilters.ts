import type { TaskFilter } from '@atrium/client/projects/taskFilter.ts';

/** A person's own filter of one project, stored in this browser with the project's view. */
export interface SavedFilter extends Pick<TaskFilter, 'text' | 'conditions'> {
  name: string;
}

export const MOST_SAVED = 20;
export const NAME_CHARS = 40;

/** The newest first; another one of the same name is replaced. */
export const withSaved = (list: readonly SavedFilter[], next: SavedFilter): SavedFilter[] =>
  [next, ...list.filter(({ name }) => name !== next.name)].slice(0, MOST_SAVED);
