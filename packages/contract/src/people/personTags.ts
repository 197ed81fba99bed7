import { type Static, Type } from 'typebox';
import { Count, call, errors, event, Id, Line, MaybeId, Nullable } from '../kit.ts';

export const PERSON_TAG_NAME_MAX = 20;
export const PERSON_TAGS_MAX = 100;
/** Number of tags on a person's card. */
export const PERSON_TAGS_TOP = 10;

/** A tag on a person; others can vote for it. */
export const PersonTag = Type.Object({
  id: Id(),
  /** The person it describes. */
  user_id: Id(),
  name: Type.String(),
  created_by: Id(),
  created_by_name: Type.String(),
  recognition_total: Count(),
  /** True if the caller voted for it. */
  recognized: Type.Boolean(),
  can_edit: Type.Boolean(),
  can_delete: Type.Boolean(),
});
export type PersonTag = Static<typeof PersonTag>;

/** Tags with the most votes first, then the oldest. */
export const PersonTags = Type.Object({ list: Type.Array(PersonTag), top: Type.Array(PersonTag), total: Count() });
export type PersonTags = Static<typeof PersonTags>;

export const UserExtra = Type.Object({
  userid: Id(),
  birthday: Nullable(Type.String()),
  address: Type.String(),
  introduction: Type.String(),
  personal_tags: Type.Array(PersonTag),
  personal_tags_total: Count(),
});
export type UserExtra = Static<typeof UserExtra>;

export const personTagErrors = errors({
  'person_tag.gone': { ret: 0 },
  'person_tag.taken': { ret: 0 },
  'person_tag.limit': { ret: 0 },
  'person_tag.own': { ret: 0 },
  'person_tag.bot': { ret: 0 },
});

const Name = () => Line({ minLength: 1, maxLength: PERSON_TAG_NAME_MAX });

export const userExtra = call('users/extra', {
  summary: 'Returns a person’s introduction and most recognized tags; the caller’s own without an id.',
  access: 'user',
  input: Type.Object({ userid: MaybeId() }),
  output: UserExtra,
  errors: ['user.gone'],
});
export const personTagLists = call('users/tags/lists', {
  summary: 'Lists all tags of a person; the caller’s own without an id.',
  access: 'user',
  input: Type.Object({ userid: MaybeId() }),
  output: PersonTags,
  errors: ['user.gone'],
});
export const personTagAdd = call('users/tags/add', {
  summary: 'Adds a new tag to a person.',
  access: 'user',
  input: Type.Object({ userid: Id(), name: Name() }),
  output: PersonTags,
  errors: ['user.gone', 'person_tag.taken', 'person_tag.limit', 'person_tag.bot'],
});
export const personTagUpdate = call('users/tags/update', {
  summary: 'Renames a tag, for the person, the person who added it, and administrators.',
  access: 'user',
  input: Type.Object({ tag_id: Id(), name: Name() }),
  output: PersonTags,
  errors: ['person_tag.gone', 'person_tag.taken', 'person_tag.own'],
});
export const personTagDelete = call('users/tags/delete', {
  summary: 'Removes a tag from a person, for those who can rename it.',
  access: 'user',
  input: Type.Object({ tag_id: Id() }),
  output: PersonTags,
  errors: ['person_tag.gone', 'person_tag.own'],
});
export const personTagRecognize = call('users/tags/recognize', {
  summary: 'Recognizes a tag, or takes that back.',
  access: 'user',
  input: Type.Object({ tag_id: Id() }),
  output: PersonTags,
  errors: ['person_tag.gone'],
});
export const personTagCalls = [
  userExtra,
  personTagLists,
  personTagAdd,
  personTagUpdate,
  personTagDelete,
  personTagRecognize,
] as const;

/** This person's tags changed: clients that show them reload. */
export const personTagsChanged = event('user', 'tags', Type.Object({ userid: Id() }));
export const personTagEvents = [personTagsChanged] as const;
