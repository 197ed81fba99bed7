import { type Section, type TaskFilter, type TaskSort, unfiltered } from '@atrium/client/projects/taskFilter.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { readFilter } from './filter/filterAddress.ts';
import type { SavedFilter } from './filter/savedFilters.ts';
import { useFilterAddress } from './filter/useFilterAddress.ts';
import { useSavedFilters } from './filter/useSavedFilters.ts';

export const VIEWS = ['board', 'table', 'timeline'] as const;
export type ViewKind = (typeof VIEWS)[number];

/** The fields of a table besides the name. */
export const FIELDS = ['status', 'column', 'priority', 'owners', 'due'] as const;
export type Field = (typeof FIELDS)[number];

/** A person's view of one project, stored in this browser except for the saved filters. */
export interface ProjectView {
  kind: ViewKind;
  /** The filter, which is in the address too. */
  filter: TaskFilter;
  saved: readonly SavedFilter[];
  sort: TaskSort;
  closed: readonly Section[];
  /** Columns whose tasks are hidden in every view. */
  hidden: readonly number[];
  /** Fields that the table hides. */
  unsaid: readonly Field[];
  /** Width of a day in the timeline, in pixels. */
  dayWidth: number;
}

const initial: ProjectView = {
  kind: 'board',
  filter: unfiltered,
  saved: [],
  sort: { by: 'due', isDescending: false },
  closed: ['completed'],
  hidden: [],
  unsaid: [],
  dayWidth: 36,
};

const keyOf = (projectId: number) => `project.view.${projectId}`;

function stored(projectId: number, search: string): ProjectView {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '{}') as Partial<ProjectView>;
    const filter = { ...unfiltered, ...kept.filter };
    const asked = readFilter(search);
    const isAsked = asked.text !== '' || asked.conditions.length > 0;
    return { ...initial, ...kept, filter: isAsked ? { ...filter, ...asked } : filter };
  } catch {
    return initial;
  }
}

export const shownColumns = (columns: readonly Column[], hidden: readonly number[]) =>
  hidden.length === 0 ? columns : columns.filter(({ id }) => !hidden.includes(id));

/**
 * The view of a project. With one column a board is pointless: the project opens as a table, until another view is
 * chosen.
 */
export function useProjectView(projectId: number, columns: number) {
  const { search } = useLocation();
  const [view, setView] = useState(() => stored(projectId, search));
  const [isChosen, setChosen] = useState(() => localStorage.getItem(keyOf(projectId)) !== null);
  const kind = !isChosen && columns === 1 ? 'table' : view.kind;
  const onMoved = () => {
    const next = { ...view, saved: [] };
    setView(next);
    localStorage.setItem(keyOf(projectId), JSON.stringify(next));
  };
  const [saved, save] = useSavedFilters(projectId, { list: view.saved, onMoved });
  const change = ({ saved: kept, ...fields }: Partial<ProjectView>) => {
    if (kept) save(kept);
    const next = { ...view, kind, ...fields, saved: [] };
    setView(next);
    setChosen(true);
    localStorage.setItem(keyOf(projectId), JSON.stringify(next));
  };
  useFilterAddress(view.filter, (filter) => change({ filter }));
  return { view: { ...view, kind, saved }, change };
}

const chatKey = (projectId: number) => `project.chat.${projectId}`;

/** True if the chat is beside the project, as last left on this device. */
export function useProjectChat(projectId: number): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(chatKey(projectId)) === '1');
  const change = (next: boolean) => {
    setOpen(next);
    localStorage.setItem(chatKey(projectId), next ? '1' : '0');
  };
  return [isOpen, change];
}
