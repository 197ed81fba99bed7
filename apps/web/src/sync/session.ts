import { type Client, createClient } from '@atrium/client/client.ts';
import { host as shell } from '#host/browser.ts';
import { followToken, forgetToken, OPTIONS, onOtherToken } from './api.ts';
import { clientHost } from './clientHost.ts';
import { storeEncryptionState } from './encryption/state.ts';
import { previewLine } from './preview.ts';
import { dropShared } from './store/shared.ts';
import { loadTexts } from './texts.ts';
import { storedToken } from './token.ts';

/** The signed-in person's workspace. */
export const client: Client = createClient(clientHost, { ...OPTIONS, preview: (message) => previewLine(message) });

// The token is set early, because screens may send requests before the workspace has started.
followToken((token) => {
  client.api.token = token;
});

client.onAccount(() => {
  // These are absent in data that an earlier release has stored.
  const { e2e_message, debug } = (client.setting ?? {}) as { e2e_message?: string; debug?: string };
  if (e2e_message) storeEncryptionState(debug === 'open' ? 'close' : e2e_message);
});

// This tab's data belongs to nobody or another person now, and must not overwrite theirs.
onOtherToken(() => client.abandon());

let started: Promise<void> | undefined;
/** Starts the session, once per page. The texts load first: the server's notices need them. */
export async function startSession(): Promise<void> {
  const token = storedToken();
  if (!token) return;
  started ??= start(token);
  await started;
}
async function start(token: string): Promise<void> {
  await loadTexts().catch(() => undefined);
  await client.start(token);
}

export async function endSession(to = '/login'): Promise<void> {
  await client.signOut();
  // The shared content is deleted, so that the next person at this device does not find it.
  if ('caches' in window) await dropShared(window.caches).catch(() => undefined);
  forgetToken();
  shell.startAt(to);
}

/** The session ended elsewhere: leads to the sign-in, which returns to this page and sends what was not sent yet. */
export async function sessionLost(): Promise<void> {
  forgetToken();
  await client.leave();
  shell.startAt(`/login?from=${encodeURIComponent(shell.place())}`);
}

/** Leaves after the account was deleted. */
export async function accountDeleted(): Promise<void> {
  forgetToken();
  await client.forget();
  shell.startAt('/single/deleted');
}
