import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Line, Nullable, OneOf, Text } from '../kit.ts';
import { Profile } from './profile.ts';

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
  /** The time and address of its last use. */
  used_at: DateTime(),
  used_ip: Type.String(),
  is_current: Type.Boolean(),
});
export type Device = Static<typeof Device>;

export const sessionErrors = errors({
  'login.refused': { ret: 0 },
  /** The same where a company directory is used. */
  'login.refused_directory': { ret: 0 },
  /** Passwords are not accepted here, except from administrators. */
  'login.password_off': { ret: 0 },
  'login.captcha': { ret: 0 },
  'login.no_captcha': { ret: 0 },
  'login.unverified': { ret: 0 },
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

export const sessionCalls = [
  login,
  loginNeedcode,
  loginCodejson,
  loginWork,
  logout,
  tokenExpire,
  deviceList,
  deviceLogout,
  deviceEdit,
  socketStatus,
] as const;
