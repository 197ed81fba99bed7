import { type Static, Type } from 'typebox';
import { Color, Count, call, Empty, errors, event, Id, Ids, Line, MaybeId, Nullable } from '../kit.ts';

/** A tag of a project. Tasks store its name and color. */
export const Tag = Type.Object({
  id: Id(),
  project_id: Id(),
  name: Type.String(),
  desc: Type.String(),
  color: Type.String(),
  userid: Count(),
  sort: Type.Integer(),
});
export type Tag = Static<typeof Tag>;

export const tagErrors = errors({
  'tag.gone': { ret: 0 },
  'tag.taken': { ret: 0 },
  'tag.limit': { ret: 0 },
  'tag.own': { ret: 0 },
});

export const tagList = call('project/tag/list', {
  summary: 'Lists the tags of a project, in order.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Array(Tag),
  errors: ['project.gone'],
});
export const tagSave = call('project/tag/save', {
  summary: 'Adds a tag, or changes one and its tasks, for the project’s owner and the tag’s creator.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    id: MaybeId(),
    name: Line({ minLength: 1, maxLength: 50 }),
    desc: Type.Optional(Line({ maxLength: 255 })),
    color: Color({ minLength: 4 }),
  }),
  output: Tag,
  errors: ['project.gone', 'tag.gone', 'tag.taken', 'tag.limit', 'tag.own'],
});
export const tagDelete = call('project/tag/delete', {
  summary: 'Deletes a tag and removes it from its tasks.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['tag.gone', 'tag.own'],
});
export const tagSort = call('project/tag/sort', {
  summary: 'Sets the order of a project’s tags.',
  access: 'user',
  input: Type.Object({ project_id: Id(), list: Ids(200) }),
  output: Empty(),
  errors: ['project.gone', 'project.owner'],
});
export const tagCalls = [tagList, tagSave, tagDelete, tagSort] as const;

/** A tag was changed, or (null) deleted: the tasks of the project follow without events of their own. */
export const tagChanged = event(
  'project',
  'tag',
  Type.Object({
    id: Id(),
    from: Type.String(),
    to: Nullable(Type.Object({ name: Type.String(), color: Type.String() })),
  }),
);
export const tagEvents = [tagChanged] as const;

/** The tags of a task after one of them changed; no duplicate names. */
export function applyTagChange<T extends { name: string; color: string }>(
  tags: readonly T[],
  from: string,
  to: { name: string; color: string } | null,
): T[] {
  if (!tags.some((tag) => tag.name === from)) return [...tags];
  return tags
    .filter((tag) => (tag.name === from ? to !== null : tag.name !== to?.name))
    .map((tag, index) => ({ ...tag, ...(tag.name === from && to), ...('id' in tag && { id: index + 1 }) }));
}
