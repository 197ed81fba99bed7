import { CallError } from '@atrium/client/api.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { loginQrcode, QR_CODE_CHARS } from '@atrium/contract/people/qrLogin.ts';
import { host } from '#host/browser.ts';
import { api, storeToken } from '#sync/api.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes an unguessable code: 32 characters from the browser's secure random numbers. */
export function makeCode(): string {
  const dice = crypto.getRandomValues(new Uint32Array(QR_CODE_CHARS));
  return [...dice].map((number) => LETTERS[number % LETTERS.length]).join('');
}

export const addressOf = (code: string): string => host.addressOf(`/login?qrcode=${code}`);

/** Asks whether the code is confirmed: `waiting` until it is; other refusals as text. */
export async function askForPerson(code: string): Promise<'in' | 'waiting' | { words: string }> {
  try {
    const profile = await api.call(loginQrcode, { code, type: 'status' });
    if (!profile.token) return 'waiting';
    storeToken(profile.token);
    return 'in';
  } catch (error) {
    const isWaiting = error instanceof CallError && (error.code === 'login.qr_waiting' || error.isLost);
    return isWaiting ? 'waiting' : { words: wordsOf(error) };
  }
}

/** Reads the person who would be signed in there; the error text if the session here has ended. */
export const whoAmI = (): Promise<{ name: string } | { words: string }> =>
  client.api.call(userInfo, {}).then(
    ({ nickname }) => ({ name: nickname }),
    (error: unknown) => ({ words: wordsOf(error) }),
  );

/** Resolves with the error text; '' on success. */
export const confirmSignIn = (code: string): Promise<string> =>
  client.api.call(loginQrcode, { code, type: 'login' }).then(() => '', wordsOf);
