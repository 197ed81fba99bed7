import { saveFilters } from '@atrium/client/projects/projectActions.ts';
import type { TaskFilter } from '@atrium/client/projects/taskFilter.ts';
import { FILTER_NAME_CHARS, filterList, type KeptFilter, MOST_FILTERS } from '@atrium/contract/projects/filters.ts';
import { client } from '#sync/session.ts';
import { printFilter, readFilter } from './filterAddress.ts';

/** A filter that a person has saved for one project. The server stores it for all devices. */
export interface SavedFilter extends Pick<TaskFilter, 'text' | 'conditions'> {
  name: string;
}

export const NAME_CHARS = FILTER_NAME_CHARS;

/** Adds a filter, the newest first; it replaces one with the same name. */
export const withSaved = (list: readonly SavedFilter[], next: SavedFilter): SavedFilter[] =>
  [next, ...list.filter(({ name }) => name !== next.name)].slice(0, MOST_FILTERS);

export async function readSaved(project_id: number): Promise<SavedFilter[]> {
  const { list } = await client.api.read(filterList, { project_id });
  return list.map(savedIn);
}
const savedIn = ({ name, query }: KeptFilter): SavedFilter => ({ name, ...readFilter(query) });

/** The latest list that the server does not have yet; undefined if there is none. */
export function unsentSaved(projectId: number): SavedFilter[] | undefined {
  const last = client.queue
    .unsent()
    .findLast(({ name, input }) => name === saveFilters.name && input['project_id'] === projectId);
  return (last?.input['list'] as KeptFilter[] | undefined)?.map(savedIn);
}

/**
 * Saves the filters. The change is sent again after being offline, and after a reload. @throws CallError  if the server
 * refused it, which is shown
 */
export async function storeSaved(project_id: number, saved: readonly SavedFilter[]): Promise<void> {
  const list = saved.map((each) => ({ name: each.name, query: printFilter(each) }));
  await client.mutate(saveFilters, { project_id, list });
}
