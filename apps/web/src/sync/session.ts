import { type Client, createClient } from '@atrium/client/client.ts';
import { host as shell } from '#host/browser.ts';
import { clientHost, followToken, forgetToken, OPTIONS, onOtherToken } from './api.ts';
import { loadTexts } from './language.ts';
import { previewLine } from './preview.ts';
import { storedToken } from './token.ts';

/** The signed-in person's workspace. */
export const client: Client = createClient(clientHost, { ...OPTIONS, preview: (message) => previewLine(message) });

// Screens may ask before the workspace has started.
followToken((token) => {
  client.api.token = token;
});

// What this tab knows is another person's by now, or nobody's: it must not be kept over what is theirs.
onOtherToken(() => client.abandon());

let started: Promise<void> | undefined;
/** Once a page. The texts first: what the server tells is worded with them. */
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

export async function endSession(): Promise<void> {
  await client.signOut();
  forgetToken();
  shell.startAt('/login');
}

/** The token died elsewhere: forget what is here and ask to sign in, coming back to this page. */
export const sessionLost = (): Promise<void> => leave(`/login?from=${encodeURIComponent(shell.place())}`);

/** The account is no more. */
export const accountGone = (): Promise<void> => leave('/login');

async function leave(to: string): Promise<void> {
  forgetToken();
  await client.forget();
  shell.startAt(to);
}
