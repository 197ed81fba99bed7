import { Type } from 'typebox';
import { call, errors, Line, OneOf } from '../kit.ts';

export const transportErrors = errors({
  /** The encrypted part of a request cannot be read: its key has been replaced, or it was changed. */
  'transport.unreadable': { ret: 0 },
});

export const keyClient = call('users/key/client', {
  summary:
    'Returns the public key with which a client may encrypt requests, and the `id` to name in their header `encrypt`.',
  access: 'public',
  input: Type.Object({ client_id: Type.Optional(Line({ maxLength: 64 })) }),
  output: Type.Object({
    /** `none`, with an empty key, if the workspace does not encrypt requests. */
    type: OneOf('pgp', 'none'),
    id: Type.String(),
    /** Armored. */
    key: Type.String(),
  }),
  errors: ['rate.limited'],
});
export const transportCalls = [keyClient] as const;
