import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Line, MaybeFlag, MaybeInt, Nullable, OneOf, Text } from '../kit.ts';
import { DepartmentInfo } from './departments.ts';
import { UserBasic } from './users.ts';

/** A person's first minutes, as far as they are. Once something is over, it stays over. */
export const FirstSteps = Type.Object({
  /** The step of the set-up that they left at: '' before they begin. All administrators set up the same workspace. */
  setup_step: OneOf('', 'workspace', 'you', 'people', 'notifications', 'begin', 'done'),
  /** The tips for somebody who joins. */
  tour: OneOf('', 'wanted', 'over'),
  /** They closed the list of first steps. */
  start_hidden: Type.Boolean(),
});
export type FirstSteps = Static<typeof FirstSteps>;

/** The caller's own record; `token` is the caller's valid token, which clients adopt. */
export const Profile = Type.Object({
  ...UserBasic.properties,
  identity: Type.Array(Type.String()),
  tel: Type.String(),
  nickname_original: Type.String(),
  birthday: Nullable(Type.String()),
  address: Type.String(),
  introduction: Type.String(),
  changepass: Count(),
  login_num: Count(),
  last_ip: Type.String(),
  last_at: Nullable(DateTime()),
  line_ip: Type.String(),
  created_ip: Type.String(),
  email_verity: Count(),
  lang: Type.String(),
  /** As in the IANA database, such as `Europe/Berlin`; '' = the server’s. */
  timezone: Type.String(),
  created_at: DateTime(),
  ...FirstSteps.properties,
  department_owner: Type.Boolean(),
  /** As in `users/info/managed_departments`. */
  managed_departments: Type.Array(DepartmentInfo),
  token: Type.String(),
});
export type Profile = Static<typeof Profile>;

export const profileErrors = errors({
  'password.short': { ret: 0 },
  'password.policy': { ret: 0 },
  'password.known': { ret: 0 },
  'password.own': { ret: 0 },
  'password.complex': { ret: 0 },
  'password.same': { ret: 0 },
  'password.wrong': { ret: 0 },
  'tel.format': { ret: 0 },
  'tel.taken': { ret: 0 },
  'nickname.length': { ret: 0 },
  'profession.length': { ret: 0 },
  'birthday.format': { ret: 0 },
  'lang.unknown': { ret: 0 },
  'email.password': { ret: 0 },
  'email.same': { ret: 0 },
  'email.different': { ret: 0 },
  'email.code': { ret: 0 },
});

export const userInfo = call('users/info', {
  summary: 'Returns the caller’s own record, with a valid token.',
  access: 'user',
  withTemporaryPassword: true,
  output: Profile,
});

export const userEditdata = call('users/editdata', {
  summary: 'Changes the given fields of the caller’s own record.',
  access: 'user',
  input: Type.Object({
    /** A path returned by `system/imgupload`, or a list with it as `path`; '' for the generated picture. */
    userimg: Type.Optional(Type.Unsafe<unknown>({ wire: 'map' })),
    tel: Type.Optional(Line()),
    nickname: Type.Optional(Line()),
    profession: Type.Optional(Line()),
    birthday: Type.Optional(Line()),
    address: Type.Optional(Line({ maxLength: 100 })),
    introduction: Type.Optional(Line({ maxLength: 500 })),
    lang: Type.Optional(Line()),
    timezone: Type.Optional(Line({ maxLength: 64 })),
  }),
  output: Profile,
  errors: ['tel.format', 'tel.taken', 'nickname.length', 'profession.length', 'birthday.format', 'lang.unknown'],
});

export const userStatus = call('users/status/set', {
  summary:
    'Says where the caller is, for everybody to see; without emoji and text it is cleared. `dnd` also pauses notifications for these minutes.',
  access: 'user',
  input: Type.Object({
    emoji: Line({ maxLength: 16 }),
    text: Line({ maxLength: 80 }),
    /** From now; without it, until it is cleared. */
    minutes: MaybeInt({ minimum: 1, maximum: 366 * 24 * 60 }),
    dnd: MaybeFlag(),
  }),
  output: UserBasic,
});

export const userFirstSteps = call('users/setup/set', {
  summary: 'Keeps how far the caller is with the set-up, the tips and the first steps. What is over stays over.',
  access: 'user',
  input: Type.Object({
    step: Type.Optional(OneOf('workspace', 'you', 'people', 'notifications', 'begin', 'done')),
    tour: Type.Optional(OneOf('wanted', 'over')),
    start_hidden: MaybeFlag(),
  }),
  output: FirstSteps,
});

export const userEditpass = call('users/editpass', {
  summary: 'Changes the password; every other device is signed out.',
  access: 'user',
  withTemporaryPassword: true,
  input: Type.Object({ oldpass: Text(), newpass: Text() }),
  output: Profile,
  errors: [
    'ldap.refused',
    'ldap.unreachable',

    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
    'password.same',
    'password.wrong',
  ],
});

export const emailSend = call('users/email/send', {
  summary: 'Sends a six-digit code: type 2 to change the email address, type 3 to delete the account.',
  access: 'user',
  input: Type.Object({ type: MaybeInt({ minimum: 2, maximum: 3 }), email: Line() }),
  output: Empty(),
  errors: ['email.same', 'email.different', 'reg.email', 'reg.taken', 'email.unsent'],
});

export const emailEdit = call('users/email/edit', {
  summary:
    'Changes the caller’s email address; requires the current password, and the mailed code if sign-up verifies addresses.',
  access: 'user',
  input: Type.Object({ newEmail: Line(), password: Type.Optional(Text()), code: Type.Optional(Line()) }),
  output: Profile,
  errors: [
    'ldap.email',
    'ldap.unreachable',
    'email.password',
    'email.same',
    'email.code',
    'email.expired',
    'reg.email',
    'reg.taken',
  ],
});

export const profileCalls = [
  userInfo,
  userEditdata,
  userStatus,
  userFirstSteps,
  userEditpass,
  emailSend,
  emailEdit,
] as const;
