import { type Static, Type } from 'typebox';
import { Message } from '../chat/messages.ts';
import { DriveFile } from '../files/drive.ts';
import { Count, call, DateTime, errors, Id, Line, Nullable, OneOf, Paging } from '../kit.ts';

const Kind = () => OneOf('task', 'project', 'message', 'file');
export type FavoriteKind = 'task' | 'project' | 'message' | 'file';

const FavoriteFields = { id: Id(), favorited_at: DateTime(), remark: Type.String() };
export const FavoriteTask = Type.Object({
  ...FavoriteFields,
  name: Type.String(),
  parent_id: Count(),
  project_id: Id(),
  project_name: Type.String(),
  flow_item_id: Count(),
  flow_item_name: Type.String(),
  end_at: Nullable(DateTime()),
  owners: Type.Array(Id()),
  complete_at: Nullable(DateTime()),
  archived_at: Nullable(DateTime()),
});
export const FavoriteProject = Type.Object({
  ...FavoriteFields,
  name: Type.String(),
  desc: Type.String(),
  archived_at: Nullable(DateTime()),
});
export const FavoriteMessage = Type.Object({ ...FavoriteFields, message: Message });
export const FavoriteFile = Type.Object({ ...FavoriteFields, file: DriveFile });
export type FavoriteFile = Static<typeof FavoriteFile>;
export type FavoriteTask = Static<typeof FavoriteTask>;
export type FavoriteProject = Static<typeof FavoriteProject>;
export type FavoriteMessage = Static<typeof FavoriteMessage>;

export const favoriteErrors = errors({ 'favorite.none': { ret: 0 } });

const input = () => Type.Object({ type: Kind(), id: Id() });
const gone = ['task.gone', 'project.gone', 'message.gone', 'file.gone'] as const;

export const favoriteList = call('users/favorites', {
  summary: 'Lists the caller’s favorites in their order, new ones first; deleted and hidden ones are left out.',
  access: 'user',
  input: Type.Object({ type: Type.Optional(Kind()), ...Paging(20, 100) }),
  output: Type.Object({
    data: Type.Object({
      tasks: Type.Array(FavoriteTask),
      projects: Type.Array(FavoriteProject),
      messages: Type.Array(FavoriteMessage),
      files: Type.Array(FavoriteFile),
    }),
    total: Count(),
    current_page: Count(),
    per_page: Count(),
    last_page: Count(),
  }),
});
export const favoriteToggle = call('users/favorite/toggle', {
  summary: 'Adds a favorite or removes it.',
  access: 'user',
  input: input(),
  output: Type.Object({ favorited: Type.Boolean(), action: OneOf('added', 'removed') }),
  errors: gone,
});
export const favoriteRemark = call('users/favorite/remark', {
  summary: 'Saves a note on a favorite; an empty one removes it.',
  access: 'user',
  input: Type.Object({ type: Kind(), id: Id(), remark: Line({ minLength: 1, maxLength: 255 }) }),
  output: Type.Object({ remark: Type.String() }),
  errors: ['favorite.none'],
});
export const favoriteCheck = call('users/favorite/check', {
  summary: 'Returns whether something is a favorite of the caller.',
  access: 'user',
  input: input(),
  output: Type.Object({ favorited: Type.Boolean() }),
});
export const favoriteClean = call('users/favorites/clean', {
  summary: 'Removes all of the caller’s favorites, or all of one kind.',
  access: 'user',
  input: Type.Object({ type: Type.Optional(Kind()) }),
  output: Type.Object({ deleted_count: Count() }),
});

export const favoriteCalls = [favoriteList, favoriteToggle, favoriteRemark, favoriteCheck, favoriteClean] as const;
