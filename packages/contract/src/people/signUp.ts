import { Type } from 'typebox';
import { Count, call, Empty, errors, Line, OneOf, Text } from '../kit.ts';

export const signUpErrors = errors({
  'reg.closed': { ret: 0 },
  'reg.invite': { ret: 0 },
  /** The same without any code. */
  'reg.invitation': { ret: 0 },
  'reg.email': { ret: 0 },
  'reg.taken': { ret: 0 },
  'reg.verify': { ret: 0 },
  'reg.domain': { ret: 0 },
  'email.link': { ret: 0 },
  'email.used': { ret: 0 },
  'email.expired': { ret: 0 },
  'email.unsent': { ret: 0 },
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
    /** True if a forgotten password can be reset by mail. */
    can_reset: Type.Boolean(),
    /** Minimum length of a password. */
    password_min: Count(),
    /** True if passkeys work at the address of this server. */
    can_passkey: Type.Boolean(),
    /** `open` if clients encrypt requests (`users/key/client`). */
    e2e_message: Type.String(),
    /** The workspace, as the sign-in page shows it. */
    name: Type.String(),
    logo: Type.String(),
  }),
});

export const emailLink = call('users/email/link', {
  summary: 'What a mailed link is for: creating the account of a sign-up, or confirming the address of an account.',
  access: 'public',
  input: Type.Object({ code: Line() }),
  output: Type.Object({
    kind: OneOf('signup', 'address'),
    email: Type.String(),
    password_min: Count(),
    /** The person signs in elsewhere, and chooses no password for the new account. */
    is_without_password: Type.Boolean(),
  }),
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

export const signUpCalls = [regNeedinvite, emailLink, emailVerification] as const;
