import type { OutputOf } from '@atrium/contract/kit.ts';
import { ssoFinish, ssoList, ssoStart } from '@atrium/contract/people/singleSignOn.ts';
import { api, storeToken } from '#sync/api.ts';
import { wordsOf } from '#sync/words.ts';

export type SignInWays = OutputOf<typeof ssoList>;
interface Started {
  secret: string;
  target: string;
}
/** Ties the sign-in to this tab while the person is at the provider. */
const SECRET = 'atrium.sso';

export const askWays = (): Promise<SignInWays> =>
  api.call(ssoList, {}).catch(() => ({ providers: [], password: true }));

/** Goes to the provider's page. Returns the error's words if that fails. */
export async function goToProvider(id: string, { target, again }: { target: string; again: boolean }): Promise<string> {
  try {
    const { url, secret } = await api.call(ssoStart, { id, again });
    sessionStorage.setItem(SECRET, JSON.stringify({ secret, target }));
    location.assign(url);
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

/** Signs in with the parameters that the provider added to the address: the page to open, or the error's words. */
export async function finishWithProvider(query: string): Promise<{ target: string } | { problem: string }> {
  const { secret, target } = JSON.parse(sessionStorage.getItem(SECRET) ?? '{"secret":"","target":"/"}') as Started;
  sessionStorage.removeItem(SECRET);
  try {
    const profile = await api.call(ssoFinish, { query, secret });
    storeToken(profile.token);
    return { target };
  } catch (error) {
    return { problem: wordsOf(error) };
  }
}
