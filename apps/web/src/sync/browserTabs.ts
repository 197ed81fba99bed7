import type { ClientHost, Tabs } from '@atrium/client/host.ts';

const TAB = 'atrium-tab:';
const LEAD = 'atrium-lead';
const forever = new Promise<never>(() => {});

/** The pages of one browser detect each other by locks: a lock ends with its page, however that ends. */
export function browserTabs(): Tabs | undefined {
  const { locks } = navigator;
  if (locks) return tabsByLocks(locks);
  return globalThis.BroadcastChannel && tabsByCalling(localStorage, new BroadcastChannel('atrium-tabs'));
}

/** Messages from one page to the others. */
export function browserChannel(): ClientHost['channel'] {
  if (!globalThis.BroadcastChannel) return undefined;
  const channel = new BroadcastChannel('atrium-pages');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
    tell: (words) => channel.postMessage(words),
    hear: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

function tabsByLocks(locks: LockManager): Tabs {
  const id = crypto.randomUUID();
  const isHeld = new Promise<void>((resolve) => {
    void locks.request(TAB + id, () => {
      resolve();
      return forever;
    });
  });
  return {
    id,
    async open() {
      await isHeld;
      const { held = [] } = await locks.query();
      return held.flatMap(({ name = '' }) => (name.startsWith(TAB) ? [name.slice(TAB.length)] : []));
    },
    lead: () =>
      new Promise((resolve) => {
        void locks.request(LEAD, () => {
          resolve();
          return forever;
        });
      }),
  };
}

/** The time in which an open and busy page answers. */
const ANSWER_MS = 300;
const LOOK_MS = 5000;
/** The lease lasts this long, because background pages run only once a minute. */
const LEASE_MS = 90_000;
const HESITATE_MS = 50;
type Call = { ask: string } | { here: string };

/**
 * Detects pages in browsers that provide locks only to secure origins: pages ask each other who is there. A frozen page
 * does not answer; its unsent changes are sent by another one, and again when it wakes, under the same ids. The page
 * with a lease, which expires, writes the store.
 */
export function tabsByCalling(storage: Storage, channel: BroadcastChannel): Tabs {
  // `crypto.randomUUID` needs a secure origin too.
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  const present = new Set<string>();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  const say = (words: Call) => channel.postMessage(words);
  channel.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    if ('here' in data) present.add(data.here);
    else say({ here: id });
  });
  const isLeading = () => leaseIn(storage)?.id === id;
  /** Becomes the leading page if no page is, or if this one is already. */
  const take = () => {
    const held = leaseIn(storage);
    if (held && held.id !== id && held.until > Date.now()) return;
    storage.setItem(LEAD, JSON.stringify({ id, until: Date.now() + LEASE_MS }));
  };
  addEventListener('pagehide', () => {
    if (isLeading()) storage.removeItem(LEAD);
  });
  return {
    id,
    isLeading,
    async open() {
      present.clear();
      say({ ask: id });
      await pause(ANSWER_MS);
      return [id, ...present];
    },
    async lead() {
      setInterval(take, LOOK_MS);
      take();
      // The lease is read again after a while, because another page may have taken it too: the last writer has it.
      for (let ms = HESITATE_MS; ; ms = LOOK_MS) {
        await pause(ms);
        if (isLeading()) return;
      }
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function leaseIn(storage: Storage): { id: string; until: number } | null {
  return JSON.parse(storage.getItem(LEAD) ?? 'null') as { id: string; until: number } | null;
}
