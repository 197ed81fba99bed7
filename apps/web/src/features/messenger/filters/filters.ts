export const FILTERS = [
  'all',
  'unread',
  'mention',
  'direct',
  'group',
  'project',
  'task',
  'bot',
  'todo',
  'tagged',
] as const;
export type Filter = (typeof FILTERS)[number];
/** Filters that are always in the row; the others are in its menu. */
export const MAIN: readonly Filter[] = ['all', 'unread', 'mention'];

const KEY = 'messenger.filter';
/** The filter of the last visit on this device. */
export const keptFilter = (): Filter => FILTERS.find((each) => each === localStorage.getItem(KEY)) ?? 'all';
export const keepFilter = (filter: Filter): void => localStorage.setItem(KEY, filter);
