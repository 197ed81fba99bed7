import type { InputOf } from '@atrium/contract/kit.ts';
import { accessTokenAdd, accessTokenList, accessTokenRevoke } from '@atrium/contract/people/accessTokens.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { client } from '#sync/session.ts';

export const readTokens = () => client.api.read(accessTokenList, {});
/** Makes a token. Only this answer has its text. @throws CallError with the server's text */
export const addToken = (input: InputOf<typeof accessTokenAdd>) =>
  client.api.call(accessTokenAdd, input).then(({ token }) => token);
export const revokeToken = (id: number) => resultOf(client.api.call(accessTokenRevoke, { id }));
