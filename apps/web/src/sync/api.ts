import { Api } from '@atrium/client/api.ts';
import type { CallHost } from '@atrium/client/host.ts';
import { host as shell } from '#host/browser.ts';
import { learnServerTime } from './clock.ts';
import { isEncrypting } from './encryption/state.ts';
import { language } from './language.ts';
import { storedToken, TOKEN } from './token.ts';
import { uploadWithProgress } from './upload.ts';

export const OPTIONS = { base: '', language, version: '1.0.0', platform: 'web' };

const plain: Pick<CallHost, 'fetch'> = {
  async fetch(url, init) {
    const askedAt = Date.now();
    const response = await fetch(url, init);
    learnServerTime(response.headers.get('date'), askedAt, Date.now());
    return response;
  },
};
let encrypted: CallHost['fetch'] | undefined;
const encrypt = async () => (encrypted ??= (await import('./encryption/encryption.ts')).encryptedFetch(plain));

/**
 * The parts of the browser that a call needs. The code for encryption is loaded when needed, because few workspaces
 * encrypt.
 */
export const callHost: CallHost = {
  fetch: async (url, init) => (isEncrypting() ? (await encrypt())(url, init) : plain.fetch(url, init)),
  upload: uploadWithProgress,
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (timer) => window.clearTimeout(timer as number),
  random: () => Math.random(),
};

/**
 * The interface for calls before sign-in. The workspace itself is in session.ts, which the sign-in page does not load.
 */
export const api = new Api(callHost, OPTIONS);

export const forgetToken = (): void => localStorage.removeItem(TOKEN);

let follow: ((token: string) => void) | undefined;

/** Calls `run` with the current token and each new one. The workspace may load before anybody signs in. */
export function followToken(run: (token: string) => void): void {
  follow = run;
  run(storedToken());
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN, token);
  follow?.(token);
}

let leave: (() => void) | undefined;
/** Called before the page leaves because another tab has signed out or in. */
export const onOtherToken = (run: () => void): void => {
  leave = run;
};

/** Tabs share one session: signing in, out or being signed out in one applies to all. */
window.addEventListener('storage', ({ key, newValue, oldValue }) => {
  // A null key means that the whole storage was cleared.
  if (key !== null && (key !== TOKEN || newValue === oldValue)) return;
  leave?.();
  // Without a token this leads to the sign-in, which returns here; with a token, from the sign-in to the requested
  // page.
  shell.startAt(shell.place());
});
