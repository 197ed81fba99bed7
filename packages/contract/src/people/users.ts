import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
} from '../kit.ts';

/** A person as others see them. */
export const UserBasic = Type.Object({
  userid: Id(),
  email: Type.String(),
  nickname: Type.String(),
  profession: Type.String(),
  department: Type.Array(Type.Integer()),
  department_name: Type.String(),
  /** Absolute address of the picture; generated initials until one is uploaded. */
  userimg: Type.String(),
  bot: Count(),
  az: Type.String(),
  pinyin: Type.String(),
  line_at: Nullable(DateTime()),
  disable_at: Nullable(DateTime()),
  delete_at: Nullable(DateTime()),
  online: Type.Boolean(),
  /** The person's own words about where they are; '' = none. */
  status_emoji: Type.String(),
  status_text: Type.String(),
  /** The time when it ends. */
  status_until: Nullable(DateTime()),
  /** In a meeting of this workspace right now. */
  in_meeting: Type.Boolean(),
  /** Notifications are paused until then. */
  dnd_until: Nullable(DateTime()),
});
export type UserBasic = Static<typeof UserBasic>;

export const userErrors = errors({
  'user.gone': { ret: 0 },
});

export const userBasic = call('users/basic', {
  summary: 'Returns people by id, up to 50; unknown ids are left out, deleted people come from the archive.',
  access: 'user',
  input: Type.Object({ userid: Ids(50) }),
  output: Type.Array(UserBasic),
});

/** A search result. `department_info` on request. */
export const FoundUser = Type.Object({
  ...UserBasic.properties,
  /** The nickname, under the field that all searches use. */
  name: Type.String(),
  department_info: Type.Optional(
    Type.Array(Type.Object({ id: Id(), name: Type.String(), parent_id: Count(), owner_userid: Count() })),
  ),
});

export const userSearch = call('users/search', {
  summary: 'Finds people by name, email or job title.',
  access: 'user',
  input: Type.Object({
    keys: Keys({
      key: Type.Optional(Line({ maxLength: 100 })),
      disable: MaybeInt({ minimum: 0, maximum: 2 }),
      bot: MaybeInt({ minimum: 0, maximum: 2 }),
      project_id: MaybeId(),
      no_project_id: MaybeId(),
      dialog_id: MaybeId(),
      /** In any of these. */
      departments: Type.Optional(Ids(50)),
    }),
    sorts: Keys({ az: Type.Optional(OneOf('asc', 'desc')) }),
    state: MaybeInt(),
    with_department: MaybeInt(),
    updated_time: MaybeInt(),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, wire: 'clamp' })),
    ...Paging(10, 100),
  }),
  output: Type.Union([Type.Array(FoundUser), Page(FoundUser)]),
});

export const userCalls = [userBasic, userSearch] as const;

export const userUpdated = event('user', 'update', Type.Object({ ...UserBasic.properties }));

export const userEvents = [userUpdated] as const;
