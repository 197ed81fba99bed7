import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Line, Nullable, Text } from '../kit.ts';
import { Profile } from './profile.ts';

/** Arguments and results of a browser's WebAuthn functions, as JSON; that standard defines their shape. */
const Webauthn = () => Type.Unsafe<Record<string, unknown>>({ type: 'object', wire: 'map' });

export const Passkey = Type.Object({
  id: Id(),
  name: Type.String(),
  created_at: DateTime(),
  used_at: Nullable(DateTime()),
});
export type Passkey = Static<typeof Passkey>;

/** A person's second factors, and whether the workspace insists on one. */
export const Factors = Type.Object({
  totp: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  /** Unused recovery codes. */
  recovery_left: Count(),
  /** True if the workspace requires a second factor of this person. */
  required: Type.Boolean(),
  /** The time from which nothing else works without a factor; null unless one is required and missing. */
  due_at: Nullable(DateTime()),
  /** True if passkeys work at the address of this server. */
  can_passkey: Type.Boolean(),
});
export type Factors = Static<typeof Factors>;

/** Shown once: the server keeps only hashes. Empty if the person has codes already. */
const Codes = Type.Object({ codes: Type.Array(Type.String()) });

export const signInErrors = errors({
  /** The password is right and a second factor is needed; `ticket` is for `users/login/factor`. */
  'login.factor': { ret: 0 },
  'login.ticket': { ret: 0 },
  'factor.wrong': { ret: 0 },
  'factor.begin': { ret: 0 },
  /** The code of an app that is being set up. */
  'factor.setup': { ret: 0 },
  'factor.has_app': { ret: 0 },
  'factor.none': { ret: 0 },
  'factor.last': { ret: 0 },
  'passkey.refused': { ret: 0 },
  'passkey.unknown': { ret: 0 },
  'passkey.gone': { ret: 0 },
  'passkey.known': { ret: 0 },
  'passkey.many': { ret: 0 },
  'passkey.address': { ret: 0 },
  'prove.wrong': { ret: 0 },
  'prove.password': { ret: 0 },
  'reset.gone': { ret: 0 },
  /** The address was never confirmed, and the account has a second factor: only an administrator's link helps. */
  'reset.factor': { ret: 0 },
  'reset.no_mail': { ret: 0 },
});

const passwordErrors = [
  'password.short',
  'password.policy',
  'password.complex',
  'password.known',
  'password.own',
] as const;

export const passwordForgot = call('users/password/forgot', {
  summary: 'Mails a link to choose a new password, valid for an hour. The answer is the same for unknown addresses.',
  access: 'public',
  input: Type.Object({ email: Line({ maxLength: 255 }) }),
  output: Empty(),
  errors: ['reset.no_mail', 'reg.email'],
});
export const passwordLink = call('users/password/link', {
  summary: 'Makes a link to choose a new password, for an administrator to hand over. It is valid for a day.',
  access: 'admin',
  input: Type.Object({ userid: Id() }),
  output: Type.Object({ url: Type.String(), expired_at: DateTime() }),
  errors: ['user.gone'],
});
export const resetInfo = call('users/password/reset/info', {
  summary: 'Returns whose password a link sets.',
  access: 'public',
  input: Type.Object({ token: Line({ maxLength: 100 }) }),
  output: Type.Object({ email: Type.String(), password_min: Count() }),
  errors: ['reset.gone'],
});
export const passwordReset = call('users/password/reset', {
  summary: 'Sets the password by a link. Every device of the person is signed out.',
  access: 'public',
  input: Type.Object({ token: Line({ maxLength: 100 }), password: Text({ maxLength: 1000 }) }),
  output: Empty(),
  errors: ['ldap.refused', 'ldap.unreachable', 'reset.gone', 'reset.factor', ...passwordErrors],
});

export const loginFactor = call('users/login/factor', {
  summary: 'Finishes a sign-in with the code of an authenticator app, or with a recovery code.',
  access: 'public',
  input: Type.Object({ ticket: Line({ maxLength: 100 }), code: Line({ maxLength: 40 }) }),
  output: Profile,
  errors: ['login.ticket', 'factor.wrong'],
});
export const passkeyOptions = call('users/passkey/options', {
  summary: 'Returns a challenge for a passkey: as second factor with a ticket, else to sign in without a password.',
  access: 'public',
  input: Type.Object({ ticket: Type.Optional(Line({ maxLength: 100 })) }),
  output: Webauthn(),
  errors: ['login.ticket', 'passkey.address'],
});
export const passkeyLogin = call('users/passkey/login', {
  summary: 'Signs in by the answer of a passkey.',
  access: 'public',
  input: Type.Object({ ticket: Type.Optional(Line({ maxLength: 100 })), response: Webauthn() }),
  output: Profile,
  errors: ['login.ticket', 'passkey.refused', 'passkey.unknown', 'passkey.address', 'login.unverified', 'email.unsent'],
});

export const proveOptions = call('users/prove/options', {
  summary: 'Returns how the caller can prove who they are; `passkey` has a challenge.',
  access: 'user',
  withoutFactor: true,
  output: Type.Object({ password: Type.Boolean(), totp: Type.Boolean(), passkey: Nullable(Webauthn()) }),
});
export const prove = call('users/prove', {
  summary:
    'Proves on this device who the caller is; needed within ten minutes before a change that `proof.needed` refuses.',
  access: 'user',
  withoutFactor: true,
  input: Type.Object({
    password: Type.Optional(Text({ maxLength: 1000 })),
    code: Type.Optional(Line({ maxLength: 40 })),
    passkey: Type.Optional(Webauthn()),
  }),
  output: Empty(),
  errors: [
    'ldap.refused',
    'ldap.unreachable',
    'prove.wrong',
    'prove.password',
    'passkey.refused',
    'passkey.unknown',
    'passkey.address',
  ],
});

export const factorList = call('users/factor/list', {
  summary: 'Returns the caller’s second factors.',
  access: 'user',
  withoutFactor: true,
  output: Factors,
});
export const totpBegin = call('users/factor/totp/begin', {
  summary: 'Makes a seed for an authenticator app. It counts once `users/factor/totp/confirm` has seen a right code.',
  access: 'user',
  withoutFactor: true,
  output: Type.Object({ secret: Type.String(), uri: Type.String() }),
  errors: ['factor.has_app'],
});
export const totpConfirm = call('users/factor/totp/confirm', {
  summary: 'Turns the authenticator app on; returns recovery codes with the first factor.',
  access: 'user',
  withoutFactor: true,
  input: Type.Object({ code: Line({ maxLength: 40 }) }),
  output: Codes,
  errors: ['factor.begin', 'factor.setup'],
});
export const totpRemove = call('users/factor/totp/remove', {
  summary: 'Turns the authenticator app off.',
  access: 'user',
  output: Empty(),
  errors: ['factor.none', 'factor.last'],
});
export const recoveryRenew = call('users/factor/recovery', {
  summary: 'Replaces the recovery codes.',
  access: 'user',
  output: Codes,
  errors: ['factor.none'],
});
export const passkeyBegin = call('users/passkey/begin', {
  summary: 'Returns a challenge for a new passkey.',
  access: 'user',
  withoutFactor: true,
  output: Webauthn(),
  errors: ['passkey.many', 'passkey.address'],
});
export const passkeyAdd = call('users/passkey/add', {
  summary: 'Adds a passkey; returns recovery codes with the first factor.',
  access: 'user',
  withoutFactor: true,
  input: Type.Object({ name: Line({ maxLength: 100 }), response: Webauthn() }),
  output: Codes,
  errors: ['passkey.refused', 'passkey.known', 'passkey.many', 'passkey.address'],
});
export const passkeyRename = call('users/passkey/rename', {
  summary: 'Names a passkey.',
  access: 'user',
  input: Type.Object({ id: Id(), name: Line({ minLength: 1, maxLength: 100 }) }),
  output: Empty(),
  errors: ['passkey.gone'],
});
export const passkeyRemove = call('users/passkey/remove', {
  summary: 'Removes a passkey.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['passkey.gone', 'factor.last'],
});
export const factorClear = call('users/factor/clear', {
  summary: 'Removes all second factors of a person who has lost them, and signs their devices out.',
  access: 'admin',
  input: Type.Object({ userid: Id() }),
  output: Empty(),
  errors: ['user.gone', 'factor.none'],
});
export const deviceLogoutOthers = call('users/device/logout/others', {
  summary: 'Signs all other devices of the caller out.',
  access: 'user',
  output: Type.Object({ ended: Count() }),
});

export const signInCalls = [
  passwordForgot,
  passwordLink,
  resetInfo,
  passwordReset,
  loginFactor,
  passkeyOptions,
  passkeyLogin,
  proveOptions,
  prove,
  factorList,
  totpBegin,
  totpConfirm,
  totpRemove,
  recoveryRenew,
  passkeyBegin,
  passkeyAdd,
  passkeyRename,
  passkeyRemove,
  factorClear,
  deviceLogoutOthers,
] as const;
