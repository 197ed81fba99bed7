import { errors } from './kit.ts';

/** Errors any call can answer with. Each area adds its own; `contract.ts` joins them. Wording: `packages/i18n`. */
export const generalErrors = errors({
  'auth.required': { ret: -1 },
  'auth.ended': { ret: -1 },
  'profile.nickname': { ret: -2 },
  'profile.phone': { ret: -3 },
  /** Somebody else chose the account's password: it must be changed before any other call is answered. */
  'password.temporary': { ret: -4 },
  forbidden: { ret: 0 },
  parameter: { ret: 0 },
  'parameter.missing': { ret: 0 },
  'parameter.long': { ret: 0 },
  'parameter.short': { ret: 0 },
  'body.malformed': { ret: 0 },
  'body.large': { ret: 0 },
  'body.deep': { ret: 0 },
  /** More parameters or values than any call has a use for. */
  'body.many': { ret: 0 },
  /** Less came in a while than the slowest line carries. */
  'body.slow': { ret: 0 },
  /** Files where the call takes none, or more than it takes. */
  'body.files': { ret: 0 },
  'upload.large': { ret: 0 },
  'call.unknown': { ret: 0 },
  'rate.limited': { ret: 0 },
  /** The database cannot be reached for a moment; the same is worth trying again. */
  'database.away': { ret: 0 },
  /** The caller, or the workspace, has stored as much as an administrator allows; `limit` in MB. */
  'quota.person': { ret: 0 },
  'quota.workspace': { ret: 0 },
  'disk.full': { ret: 0 },
  /** Memory, for one. */
  'server.exhausted': { ret: 0 },
  internal: { ret: 0 },
});
