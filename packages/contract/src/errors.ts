import { errors } from './kit.ts';

/** Errors that any call can answer with. Each area adds its own; `contract.ts` joins them. Texts: `packages/i18n`. */
export const generalErrors = errors({
  'auth.required': { ret: -1 },
  'auth.ended': { ret: -1 },
  /** A token in the Authorization header that is unknown, expired or revoked; with status 401. */
  'auth.token': { ret: -1 },
  'profile.nickname': { ret: -2 },
  'profile.phone': { ret: -3 },
  /** The account has a temporary password: it must be changed before any other call is answered. */
  'password.temporary': { ret: -4 },
  /** The workspace requires a second factor, and the account has none: it must be set up before any other call. */
  'factor.required': { ret: -5 },
  /** The caller must prove again who they are, by `users/prove`. */
  'proof.needed': { ret: -6 },
  /** An access token in the address of a call, which logs and histories keep. */
  'token.address': { ret: 0 },
  forbidden: { ret: 0 },
  parameter: { ret: 0 },
  'parameter.missing': { ret: 0 },
  'parameter.long': { ret: 0 },
  'parameter.short': { ret: 0 },
  'body.malformed': { ret: 0 },
  'body.large': { ret: 0 },
  'body.deep': { ret: 0 },
  /** The request has more parameters or values than any call uses. */
  'body.many': { ret: 0 },
  /** Slower than the slowest mobile connection. */
  'body.slow': { ret: 0 },
  /** Files for a call that takes none, or more than it takes. */
  'body.files': { ret: 0 },
  'upload.large': { ret: 0 },
  'call.unknown': { ret: 0 },
  'rate.limited': { ret: 0 },
  /** The guard of outgoing requests refused an address that somebody entered. */
  'address.local': { ret: 0 },
  'address.plain': { ret: 0 },
  'address.long': { ret: 0 },
  /** The database is briefly unreachable; the call can be retried. */
  'database.away': { ret: 0 },
  /** The caller, or the workspace, has reached the storage limit; `limit` in MB. */
  'quota.person': { ret: 0 },
  'quota.workspace': { ret: 0 },
  'disk.full': { ret: 0 },
  /** For example memory. */
  'server.exhausted': { ret: 0 },
  internal: { ret: 0 },
});
