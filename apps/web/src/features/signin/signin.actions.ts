import { CallError } from '@atrium/client/api.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { login, loginCodejson, loginNeedcode } from '@atrium/contract/people/sessions.ts';
import { emailLink, emailVerification, regNeedinvite } from '@atrium/contract/people/signUp.ts';
import { api, storeToken } from '#sync/api.ts';
import { storeEncryptionState } from '#sync/encryption/state.ts';
import { wordsOf } from '#sync/words.ts';

export type Registration = OutputOf<typeof regNeedinvite>;
export type EmailLink = OutputOf<typeof emailLink>;
export type Captcha = OutputOf<typeof loginCodejson>;
/** A sign-in that waits for a second factor. */
export interface Ticket {
  ticket: string;
  totp: boolean;
  passkey: boolean;
}
type Outcome = { isDone: true } | { isDone: false; message: string; code: string; ticket?: Ticket };

interface SignIn {
  type: 'login' | 'reg';
  email: string;
  password: string;
  invite: string;
  code: string;
  code_key: string;
}

export async function signIn(input: SignIn): Promise<Outcome> {
  try {
    await waitForEncryptionState();
    const profile = await api.call(login, input);
    storeToken(profile.token);
    return { isDone: true };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { code, ticket, totp, passkey } = error.data as Partial<Ticket> & { code?: string };
    return {
      isDone: false,
      message: wordsOf(error),
      code: String(code ?? ''),
      ...(code === 'login.factor' && ticket && { ticket: { ticket, totp: totp === true, passkey: passkey === true } }),
    };
  }
}

/** The state until the server has answered. */
export const closed: Registration = {
  need: false,
  open: false,
  first: false,
  domains: [],
  can_reset: false,
  password_min: 8,
  can_passkey: false,
  e2e_message: 'close',
  name: 'Atrium',
  logo: '',
};
let asked: Promise<Registration> | undefined;
export const askRegistration = (): Promise<Registration> => (asked = readRegistration());
/**
 * Waits for the encryption setting: a fast person would otherwise send a password before it is known that it must be
 * encrypted.
 */
export const waitForEncryptionState = (): Promise<unknown> => asked ?? askRegistration();
async function readRegistration(): Promise<Registration> {
  try {
    const answer = await api.call(regNeedinvite, {});
    storeEncryptionState(answer.e2e_message);
    return answer;
  } catch {
    return closed;
  }
}
let brand: Promise<Registration> | undefined;
/** The workspace's name and logo, asked once for all steps. */
export const askBrand = (): Promise<Registration> => (brand ??= askRegistration());
export const askCaptcha = (): Promise<Captcha | null> => api.call(loginCodejson, {}).catch(() => null);
/** True if a captcha is needed; the server refuses the call otherwise. */
export const isCaptchaNeeded = (email: string): Promise<boolean> =>
  api.call(loginNeedcode, { email }).then(
    ({ need }) => need,
    () => false,
  );

export const readLink = (code: string): Promise<EmailLink | { words: string }> =>
  api.call(emailLink, { code }).catch((error: unknown) => ({ words: wordsOf(error) }));

/**
 * Creates the account or confirms its address, then signs in where no more than the password is needed. Without one,
 * people sign in elsewhere.
 *
 * @returns the refusal, or no words
 */
export async function verifyEmail({ code, email, password }: { code: string; email: string; password: string }) {
  try {
    await waitForEncryptionState();
    await api.call(emailVerification, { code, password });
  } catch (error) {
    return { words: wordsOf(error), isSignedIn: false };
  }
  if (!password) return { words: '', isSignedIn: false };
  const outcome = await signIn({ type: 'login', email, password, invite: '', code: '', code_key: '' }).catch(
    () => null,
  );
  return { words: '', isSignedIn: outcome?.isDone === true };
}
