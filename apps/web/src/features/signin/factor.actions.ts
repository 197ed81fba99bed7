import { CallError } from '@atrium/client/api.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/signIn.ts';
import { api, forgetToken, storeToken } from '#sync/api.ts';
import { t } from '#sync/language.ts';
import { answerChallenge } from '#sync/webauthn.ts';
import { wordsOf } from '#sync/words.ts';
import { waitForEncryptionState } from './signin.actions.ts';

/** The outcome of a step. `code` is the server's, for the next step; '' if there is no error. */
export interface Outcome {
  words: string;
  code: string;
}

async function outcomeOf(run: () => Promise<void>): Promise<Outcome> {
  try {
    await run();
    return { words: '', code: '' };
  } catch (error) {
    return { words: wordsOf(error), code: error instanceof CallError ? String(error.data['code'] ?? '') : '' };
  }
}

export const signInByCode = (ticket: string, code: string): Promise<Outcome> =>
  outcomeOf(async () => storeToken((await api.call(contract.loginFactor, { ticket, code })).token));

/** Signs in with a passkey: with a ticket as a second step, without one instead of the password. */
export const signInByPasskey = (ticket?: string): Promise<Outcome> =>
  outcomeOf(async () => {
    const options = await api.call(contract.passkeyOptions, { ...(ticket && { ticket }) });
    const response = await answerChallenge(options);
    if (!response) throw new CallError(0, 'canceled', t('passkey.canceled'));
    storeToken((await api.call(contract.passkeyLogin, { ...(ticket && { ticket }), response })).token);
  });

export const askForReset = (email: string): Promise<Outcome> =>
  outcomeOf(async () => void (await api.call(contract.passwordForgot, { email })));

export type Reset = OutputOf<typeof contract.resetInfo>;
export async function readReset(token: string): Promise<Reset | { words: string }> {
  try {
    return await api.call(contract.resetInfo, { token });
  } catch (error) {
    return { words: wordsOf(error) };
  }
}
export const setPassword = (token: string, password: string): Promise<Outcome> =>
  outcomeOf(async () => {
    await waitForEncryptionState();
    await api.call(contract.passwordReset, { token, password });
    // The token is deleted, because every session of the person has ended, this browser's too.
    forgetToken();
  });
