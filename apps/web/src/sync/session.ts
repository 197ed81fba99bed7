import { Api } from '@atrium/client/api.ts';
import { type Client, createClient } from '@atrium/client/client.ts';
import type { ClientHost, SocketLike } from '@atrium/client/host.ts';
import { host as shell } from '#host/browser.ts';
import { language } from './language.ts';
import { previewLine } from './preview.ts';
import { browserStorage } from './storage.ts';
import { uploadWithProgress } from './upload.ts';

const TOKEN = 'token';
const OPTIONS = { base: '', language, version: '1.0.0', platform: 'web' };

const host: ClientHost = {
  fetch: (url, init) => fetch(url, init),
  upload: uploadWithProgress,
  openSocket: (url) => new WebSocket(new URL(url, location.href.replace(/^http/, 'ws'))) as unknown as SocketLike,
  storage: browserStorage(),
  now: () => Date.now(),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (timer) => window.clearTimeout(timer as number),
  random: () => Math.random(),
};

/** For calls before anybody is signed in. */
export const api = new Api(host, OPTIONS);

/** The signed-in person's workspace. */
export const client: Client = createClient(host, { ...OPTIONS, preview: (message) => previewLine(message) });

export const storedToken = (): string => localStorage.getItem(TOKEN) ?? '';

// Screens may ask before the workspace has started.
client.api.token = storedToken();

/** Several tabs share one session: what happens in one happens in all. */
window.addEventListener('storage', (event) => {
  if (event.key === TOKEN && event.newValue !== event.oldValue) location.reload();
});

export function openSession(token: string): void {
  localStorage.setItem(TOKEN, token);
  client.api.token = token;
}

export async function startSession(): Promise<void> {
  const token = storedToken();
  if (token) await client.start(token);
}

/** The server adopted another token for this device. */
export function keepToken(token: string): void {
  localStorage.setItem(TOKEN, token);
}

export async function endSession(): Promise<void> {
  await client.signOut();
  localStorage.removeItem(TOKEN);
  shell.startAt('/login');
}

/** The token died elsewhere: forget what is here and ask to sign in, coming back to this page. */
export async function sessionLost(): Promise<void> {
  localStorage.removeItem(TOKEN);
  await client.forget();
  shell.startAt(`/login?from=${encodeURIComponent(shell.place())}`);
}
