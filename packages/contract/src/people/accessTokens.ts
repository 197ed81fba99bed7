import { type Static, Type } from 'typebox';
import { call, DateTime, Empty, errors, Id, Line, ListOf, MaybeInt, Nullable, OneOf } from '../kit.ts';
import { SCOPES } from '../scopes.ts';

export const MOST_ACCESS_TOKENS = 50;

/** A token with which a program acts for a person. */
export const AccessToken = Type.Object({
  id: Id(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  /** The last characters of the token. */
  ending: Type.String(),
  /** Null = it does not expire. */
  expired_at: Nullable(DateTime()),
  used_at: Nullable(DateTime()),
  used_ip: Type.String(),
  created_at: DateTime(),
});
export type AccessToken = Static<typeof AccessToken>;

export const accessTokenErrors = errors({
  'token.gone': { ret: 0 },
  'token.many': { ret: 0 },
  /** The token lacks a scope; `missing` names them. */
  'token.scope': { ret: 0 },
  /** The call is closed to tokens. */
  'token.never': { ret: 0 },
});

export const accessTokenList = call('users/accesstoken/list', {
  summary: 'Lists the caller’s access tokens.',
  access: 'user',
  output: Type.Object({ list: Type.Array(AccessToken) }),
});
export const accessTokenAdd = call('users/accesstoken/add', {
  summary: 'Makes an access token, whose text is in this answer only. Needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({
    name: Line({ minLength: 1, maxLength: 100 }),
    /** `area:read` or `area:write`; `write` includes `read`. */
    scopes: ListOf(OneOf(...SCOPES), SCOPES.length),
    /** Days until it expires; 0 = never. */
    days: MaybeInt({ minimum: 0, maximum: 3650 }),
  }),
  output: Type.Object({ ...AccessToken.properties, token: Type.String() }),
  errors: ['token.many', 'forbidden', 'proof.needed', 'parameter.missing'],
});
export const accessTokenRevoke = call('users/accesstoken/revoke', {
  summary: 'Ends an access token at once.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['token.gone'],
});

export const accessTokenCalls = [accessTokenList, accessTokenAdd, accessTokenRevoke] as const;
