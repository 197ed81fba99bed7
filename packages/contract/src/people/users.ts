import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Text,
} from '../kit.ts';
import { CheckinMacInput } from '../workspace/checkinMac.ts';
import { DepartmentInfo } from './departments.ts';

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
  /** What the person says about where they are; '' = nothing. */
  status_emoji: Type.String(),
  status_text: Type.String(),
  /** When it ends. */
  status_until: Nullable(DateTime()),
  /** In a meeting of this workspace right now. */
  in_meeting: Type.Boolean(),
  /** Notifications are paused until then. */
  dnd_until: Nullable(DateTime()),
});
export type UserBasic = Static<typeof UserBasic>;

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

export const UserRow = Type.Object({
  ...UserBasic.properties,
  identity: Type.Array(Type.String()),
  tel: Type.String(),
  nickname_original: Type.String(),
  created_at: DateTime(),
  last_at: Nullable(DateTime()),
  last_ip: Type.String(),
  login_num: Count(),
  email_verity: Count(),
  /** Heads the requested department. */
  is_principal: Type.Optional(Type.Boolean()),
});
export type UserRow = Static<typeof UserRow>;

export const Device = Type.Object({
  id: Id(),
  userid: Id(),
  /** Identifies the device; not the token. */
  hash: Type.String(),
  detail: Type.Object({
    ip: Type.String(),
    type: Type.String(),
    os: Type.String(),
    browser: Type.String(),
    version: Type.String(),
    app_type: Type.String(),
    app_version: Type.String(),
    device_name: Type.String(),
    app_brand: Type.String(),
    app_model: Type.String(),
    app_os: Type.String(),
  }),
  expired_at: DateTime(),
  created_at: DateTime(),
  updated_at: DateTime(),
  /** When and where from it was last used. */
  used_at: DateTime(),
  used_ip: Type.String(),
  is_current: Type.Boolean(),
});
export type Device = Static<typeof Device>;

export const userErrors = errors({
  'login.refused': { ret: 0 },
  /** The same where a company directory is used. */
  'login.refused_directory': { ret: 0 },
  /** Passwords are not accepted here, except from administrators. */
  'login.password_off': { ret: 0 },
  'login.captcha': { ret: 0 },
  'login.no_captcha': { ret: 0 },
  'login.unverified': { ret: 0 },
  'reg.closed': { ret: 0 },
  'reg.invite': { ret: 0 },
  /** The same without any code. */
  'reg.invitation': { ret: 0 },
  'reg.email': { ret: 0 },
  'reg.taken': { ret: 0 },
  'reg.verify': { ret: 0 },
  'password.short': { ret: 0 },
  'password.policy': { ret: 0 },
  'password.known': { ret: 0 },
  'password.own': { ret: 0 },
  'reg.domain': { ret: 0 },
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
  'email.link': { ret: 0 },
  'email.used': { ret: 0 },
  'email.expired': { ret: 0 },
  'email.unsent': { ret: 0 },
  'user.gone': { ret: 0 },
  'user.self': { ret: 0 },
  'user.transfer': { ret: 0 },
  'user.last_admin': { ret: 0 },
  'device.gone': { ret: 0 },
  'socket.gone': { ret: 0 },
});

export const login = call('users/login', {
  summary: 'Signs in, or signs up with type `reg`.',
  access: 'public',
  input: Type.Object({
    type: Type.Optional(OneOf('login', 'reg')),
    email: Line(),
    password: Text(),
    code: Type.Optional(Line()),
    code_key: Type.Optional(Line()),
    invite: Type.Optional(Line()),
  }),
  output: Profile,
  errors: [
    'login.refused',
    'login.refused_directory',
    'login.password_off',
    'email.unsent',
    'login.captcha',
    'login.unverified',
    'reg.closed',
    'reg.invite',
    'reg.invitation',
    'reg.domain',
    'login.factor',
    'reg.email',
    'reg.taken',
    'reg.verify',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
  ],
});

export const loginNeedcode = call('users/login/needcode', {
  summary: 'Succeeds if the next sign-in with this email needs a captcha, and fails (`ret` 0) if it does not.',
  access: 'public',
  input: Type.Object({ email: Line() }),
  output: Type.Object({ need: Type.Boolean() }),
  errors: ['login.no_captcha'],
});

export const loginCodejson = call('users/login/codejson', {
  summary: 'Returns a new captcha: five characters in an image of 130 x 36 pixels.',
  access: 'public',
  output: Type.Object({ key: Type.String(), img: Type.String(), sensitive: Type.Boolean() }),
});

export const loginWork = call('users/login/work', {
  summary:
    'Returns work for the device, instead of a captcha for the eye: a number whose SHA-256 after `salt` and a colon begins with this many zero bits. Sign in with `key` as `code_key` and the number as `code`.',
  access: 'public',
  output: Type.Object({ key: Type.String(), salt: Type.String(), bits: Count() }),
  errors: ['rate.limited'],
});

export const regNeedinvite = call('users/reg/needinvite', {
  summary: 'Returns whether sign-up needs an invite code, and whether it is open at all.',
  access: 'public',
  output: Type.Object({
    need: Type.Boolean(),
    open: Type.Boolean(),
    first: Type.Boolean(),
    /** Sign-up is for addresses at these domains; empty = any. */
    domains: Type.Array(Type.String()),
    /** Whether a forgotten password can be reset by mail. */
    can_reset: Type.Boolean(),
    /** Minimum length of a password. */
    password_min: Count(),
    /** Whether passkeys work at the address of this server. */
    can_passkey: Type.Boolean(),
    /** Whether clients encrypt requests (`users/key/client`). */
    e2e_message: Type.String(),
    /** The workspace, as the sign-in page shows it. */
    name: Type.String(),
    logo: Type.String(),
  }),
});

export const logout = call('users/logout', {
  summary: 'Signs this device out; its sockets are closed at once.',
  access: 'user',
  withTemporaryPassword: true,
  output: Empty(),
});

export const tokenExpire = call('users/token/expire', {
  summary: 'Returns when the caller’s token expires.',
  access: 'user',
  withTemporaryPassword: true,
  output: Type.Object({
    expired_at: Nullable(DateTime()),
    remaining_seconds: Nullable(Type.Integer()),
    expired: Type.Boolean(),
    server_time: DateTime(),
  }),
});

export const userInfo = call('users/info', {
  summary: 'Returns the caller’s own record, with a valid token.',
  access: 'user',
  withTemporaryPassword: true,
  output: Profile,
});

export const userBasic = call('users/basic', {
  summary: 'Returns people by id, up to 50; unknown ids are left out, deleted people come from the archive.',
  access: 'user',
  input: Type.Object({ userid: Ids(50) }),
  output: Type.Array(UserBasic),
});

/** A search result. `department_info` on request. */
export const UserFound = Type.Object({
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
  output: Type.Union([Type.Array(UserFound), Page(UserFound)]),
});

export const userLists = call('users/lists', {
  summary: 'Lists all accounts, for administrators, newest first.',
  access: 'admin',
  input: Type.Object({
    keys: Keys({
      key: Type.Optional(Line({ maxLength: 100 })),
      email: Type.Optional(Line()),
      tel: Type.Optional(Line()),
      nickname: Type.Optional(Line()),
      profession: Type.Optional(Line()),
      identity: Type.Optional(Line()),
      disable: Type.Optional(OneOf('yes', 'no', 'all')),
      email_verity: Type.Optional(OneOf('yes', 'no')),
      bot: Type.Optional(OneOf('yes', 'no', 'all')),
      /** 0 = people without a department. */
      department: MaybeInt({ minimum: 0 }),
      /** Whether a device has their face. */
      checkin_face: Type.Optional(OneOf('yes', 'no')),
      /** A part of the MAC address of one of their devices. */
      checkin_mac: Type.Optional(Line({ maxLength: 32 })),
    }),
    /** Whether to include their devices and pictures. */
    get_checkin_data: MaybeFlag(),
    ...Paging(20, 50),
  }),
  output: Page(
    Type.Object({
      ...UserRow.properties,
      checkin_face: Type.Optional(Type.String()),
      checkin_macs: Type.Optional(Type.Array(Type.Object({ id: Count(), mac: Type.String(), remark: Type.String() }))),
    }),
  ),
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

export const emailLink = call('users/email/link', {
  summary: 'What a mailed link is for: creating the account of a sign-up, or confirming the address of an account.',
  access: 'public',
  input: Type.Object({ code: Line() }),
  output: Type.Object({ kind: OneOf('signup', 'address'), email: Type.String(), password_min: Count() }),
  errors: ['email.link', 'email.used', 'email.expired', 'rate.limited'],
});

export const emailVerification = call('users/email/verification', {
  summary:
    'Creates the account of a sign-up with this password, or confirms the address of an account that has this password, by the code of the mailed link.',
  access: 'public',
  input: Type.Object({ code: Line(), password: Text() }),
  output: Empty(),
  errors: [
    'email.link',
    'email.used',
    'email.expired',
    'password.wrong',
    'rate.limited',
    'reg.closed',
    'reg.domain',
    'reg.taken',
    'login.password_off',
    'invitation.gone',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
  ],
});

export const userOperation = call('users/operation', {
  summary: 'Changes another account, for administrators.',
  access: 'admin',
  input: Type.Object({
    userid: Id(),
    type: Type.Optional(
      OneOf(
        'setadmin',
        'clearadmin',
        'settemp',
        'cleartemp',
        'setdisable',
        'cleardisable',
        'department',
        'checkin_macs',
        'checkin_face',
        'delete',
      ),
    ),
    transfer_userid: MaybeId(),
    /** With type `department`: all departments of the person. */
    department: Type.Optional(Ids(10)),
    /** With type `checkin_macs`: all devices of the person. */
    checkin_macs: Type.Optional(ListOf(CheckinMacInput, 20)),
    /** With type `checkin_face`: the path of a picture that the caller has uploaded; '' removes it. */
    checkin_face: Type.Optional(Line({ maxLength: 500 })),
    delete_reason: Type.Optional(Line({ maxLength: 500 })),
    email: Type.Optional(Line()),
    tel: Type.Optional(Line()),
    password: Type.Optional(Text()),
    nickname: Type.Optional(Line()),
    profession: Type.Optional(Line()),
  }),
  output: UserRow,
  errors: [
    'user.gone',
    'user.self',
    'user.transfer',
    'user.last_admin',
    'setting.password_admin',
    'department.gone',
    'department.head',
    'checkin.mac',
    'checkin.macs',
    'checkin.taken',
    'reg.email',
    'reg.taken',
    'tel.format',
    'tel.taken',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
    'nickname.length',
    'profession.length',
  ],
});

export const deviceList = call('users/device/list', {
  summary: 'Lists the devices on which the caller is signed in, this one first.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Device) }),
});
export const deviceLogout = call('users/device/logout', {
  summary: 'Signs one of the caller’s devices out; its sockets are closed at once.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['device.gone'],
});
export const deviceEdit = call('users/device/edit', {
  summary: 'Names the current device.',
  access: 'user',
  input: Type.Object({
    device_name: Type.Optional(Line({ maxLength: 100 })),
    app_brand: Type.Optional(Line({ maxLength: 100 })),
    app_model: Type.Optional(Line({ maxLength: 100 })),
    app_os: Type.Optional(Line({ maxLength: 100 })),
  }),
  output: Device,
  errors: ['parameter'],
});

export const socketStatus = call('users/socket/status', {
  summary: 'Returns whether the live connection named by the header `fd` is up.',
  access: 'user',
  input: Type.Object({ fd: Type.Optional(Line()) }),
  output: Type.Object({ id: Type.String(), fd: Type.String(), userid: Id(), updated_at: DateTime() }),
  errors: ['socket.gone'],
});

export const userCalls = [
  login,
  loginNeedcode,
  loginCodejson,
  loginWork,
  regNeedinvite,
  logout,
  tokenExpire,
  userInfo,
  userBasic,
  userSearch,
  userLists,
  userEditdata,
  userStatus,
  userFirstSteps,
  userEditpass,
  emailSend,
  emailEdit,
  emailLink,
  emailVerification,
  userOperation,
  deviceList,
  deviceLogout,
  deviceEdit,
  socketStatus,
] as const;

export const userUpdated = event('user', 'update', Type.Object({ ...UserBasic.properties }));
export const userEvents = [userUpdated] as const;
