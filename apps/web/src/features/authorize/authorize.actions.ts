import type { InputOf } from '@atrium/contract/kit.ts';
import { applicationAllow, applicationAsk } from '@atrium/contract/people/applications.ts';
import { client } from '#sync/session.ts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;
export type AuthorizationRequest = InputOf<typeof applicationAsk>;

/** The application's request, as it is in the address. */
export function askingOf(search: URLSearchParams): AuthorizationRequest {
  const given = NAMES.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { client_id: '', ...Object.fromEntries(given) };
}

export const ask = (asking: AuthorizationRequest) => client.api.read(applicationAsk, asking);
/** Returns the address to open. @throws CallError with the server's text */
export const allow = (asking: AuthorizationRequest, isReadOnly: boolean) =>
  client.api.call(applicationAllow, { ...asking, is_read_only: isReadOnly }).then(({ redirect }) => redirect);
