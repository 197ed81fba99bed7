import type { Folder, Navigation } from './navigation.ts';

/** An entry of the sidebar. */
export interface Place {
  /** The key in the order of the apps, such as `system:calendar` and `micro:absences`. */
  id: string;
  /** True if the entry is shown until the person decides. */
  isUsual: boolean;
}

/** The shown entries in the person's order, with new ones at the end. */
export function shownPlaces<P extends Place>(
  places: readonly P[],
  { side, hidden }: Pick<Navigation, 'side' | 'hidden'>,
): P[] {
  const at = ({ id }: P) => (side.includes(id) ? side.indexOf(id) : side.length);
  return places
    .filter(({ id, isUsual }) => side.includes(id) || (isUsual && !hidden.includes(id)))
    .toSorted((a, b) => at(a) - at(b));
}

/** Moves `id` before or after `target`. */
export function moveNextTo<T>(list: readonly T[], id: T, target: T, isAfter: boolean): T[] {
  if (id === target) return [...list];
  const rest = list.filter((each) => each !== id);
  const at = rest.indexOf(target);
  return at < 0 ? [...rest, id] : rest.toSpliced(isAfter ? at + 1 : at, 0, id);
}

/** Moves `id` by one place up (-1) or down (1). */
export function moveBy<T>(list: readonly T[], id: T, by: -1 | 1): T[] {
  const at = list.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, id);
}

/** Puts a project into the folder with this name; '' = into none. Folders without projects go. */
export function moveToFolder(folders: readonly Folder[], projectId: number, name: string): Folder[] {
  const rest = folders.map((folder) => ({
    ...folder,
    projects: folder.projects.filter((each) => each !== projectId),
  }));
  const isKnown = rest.some((folder) => folder.name === name);
  const next = name && !isKnown ? [...rest, { name, projects: [] }] : rest;
  return next
    .map((folder) => (folder.name === name ? { ...folder, projects: [...folder.projects, projectId] } : folder))
    .filter(({ projects }) => projects.length > 0);
}

/** Sorts projects by the person's order, then as given. Returns those in folders, and those in none. */
export function sortIntoFolders<P extends { id: number }>(
  projects: readonly P[],
  { projects: order, folders }: Pick<Navigation, 'projects' | 'folders'>,
): { folders: { name: string; projects: P[] }[]; rest: P[] } {
  const at = ({ id }: P) => (order.includes(id) ? order.indexOf(id) : -1);
  // New projects come first, as they do without an order.
  const sorted = order.length > 0 ? projects.toSorted((a, b) => at(a) - at(b)) : [...projects];
  const within = new Set(folders.flatMap((folder) => folder.projects));
  return {
    folders: folders
      .map(({ name, projects: ids }) => ({ name, projects: sorted.filter(({ id }) => ids.includes(id)) }))
      .filter((folder) => folder.projects.length > 0),
    rest: sorted.filter(({ id }) => !within.has(id)),
  };
}
