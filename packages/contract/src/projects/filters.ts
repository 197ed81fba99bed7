import { type Static, Type } from 'typebox';
import { call, Id, Line, ListOf } from '../kit.ts';

export const MOST_FILTERS = 20;
export const FILTER_NAME_CHARS = 40;

/** A filter that a person keeps for a project: as the query of the project's address, such as `f=owner:7&q=paint`. */
const KeptFilter = Type.Object({
  name: Line({ minLength: 1, maxLength: FILTER_NAME_CHARS }),
  query: Line({ maxLength: 4000 }),
});
export type KeptFilter = Static<typeof KeptFilter>;

const Answer = Type.Object({ list: Type.Array(Type.Object({ name: Type.String(), query: Type.String() })) });

export const filterList = call('project/filter/list', {
  summary: 'Lists the caller’s own filters of a project, the newest first.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Answer,
  errors: ['project.gone'],
});
export const filterSave = call('project/filter/save', {
  summary: 'Replaces the caller’s own filters of a project.',
  access: 'user',
  input: Type.Object({ project_id: Id(), list: ListOf(KeptFilter, MOST_FILTERS) }),
  output: Answer,
  errors: ['project.gone'],
});
export const filterCalls = [filterList, filterSave] as const;
