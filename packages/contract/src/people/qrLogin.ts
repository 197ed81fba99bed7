import { Type } from 'typebox';
import { call, errors, Line, OneOf } from '../kit.ts';
import { Profile } from './profile.ts';

/** Length of a code, too long for guessing. */
export const QR_CODE_CHARS = 32;

export const qrErrors = errors({ 'login.qr_waiting': { ret: 0 }, 'login.qr_used': { ret: 0 } });

export const loginQrcode = call('users/login/qrcode', {
  summary:
    'Signs in from another device: with `login`, a signed-in caller confirms the code; with `status`, the other device asks, and gets the profile once.',
  access: 'public',
  input: Type.Object({
    code: Line({ minLength: QR_CODE_CHARS, maxLength: 64 }),
    type: Type.Optional(OneOf('status', 'login')),
  }),
  /** Empty for `login`. */
  output: Type.Partial(Profile),
  errors: ['login.qr_waiting', 'login.qr_used', 'login.refused', 'auth.required', 'rate.limited'],
});
export const qrCalls = [loginQrcode] as const;
