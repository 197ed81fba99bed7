import type { ClientHost, SocketLike } from '@atrium/client/host.ts';
import { callHost } from './api.ts';
import { browserChannel, browserTabs } from './browserTabs.ts';
import { nowMs } from './clock.ts';
import { encryptedSocket } from './encryption/encryption.ts';
import { takeFirstLoad } from './store/earlyFirstLoad.ts';
import { browserStorage, lastWords } from './store/storage.ts';

const tabs = browserTabs();
const channel = browserChannel();

/** The parts of the browser that a signed-in person's workspace needs. */
export const clientHost: ClientHost = {
  ...callHost,
  fetch: (url, init) => takeFirstLoad(url, init) ?? callHost.fetch(url, init),
  openSocket: (url) =>
    encryptedSocket(new WebSocket(new URL(url, location.href.replace(/^http/, 'ws'))) as unknown as SocketLike),
  storage: browserStorage(),
  lastWords,
  ...(tabs && { tabs }),
  ...(channel && { channel }),
  now: nowMs,
};
