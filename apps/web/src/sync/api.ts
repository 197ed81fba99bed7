import { Api } from '@atrium/client/api.ts';
import type { ClientHost, SocketLike } from '@atrium/client/host.ts';
import { host as shell } from '#host/browser.ts';
import { browserChannel, browserTabs } from './browserTabs.ts';
import { learnServerTime, nowMs } from './clock.ts';
import { encryptedFetch, encryptedSocket } from './encryption.ts';
import { language } from './language.ts';
import { browserStorage, lastWords } from './store/storage.ts';
import { storedToken, TOKEN } from './token.ts';
import { uploadWithProgress } from './upload.ts';

const tabs = browserTabs();
const channel = browserChannel();
export const OPTIONS = { base: '', language, version: '1.0.0', platform: 'web' };

export const clientHost: ClientHost = {
  fetch: encryptedFetch({
    async fetch(url, init) {
      const askedAt = Date.now();
      const response = await fetch(url, init);
      learnServerTime(response.headers.get('date'), askedAt, Date.now());
      return response;
    },
  }),
  upload: uploadWithProgress,
  openSocket: (url) =>
    encryptedSocket(new WebSocket(new URL(url, location.href.replace(/^http/, 'ws'))) as unknown as SocketLike),
  storage: browserStorage(),
  lastWords,
  ...(tabs && { tabs }),
  ...(channel && { channel }),
  now: nowMs,
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (timer) => window.clearTimeout(timer as number),
  random: () => Math.random(),
};

/** For calls before sign-in. The workspace itself is in session.ts, which the sign-in page does not load. */
export const api = new Api(clientHost, OPTIONS);

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
  // Without a token this leads to the sign-in, which returns here; with one, from there to the requested page.
  shell.startAt(shell.place());
});
