import type { Tabs } from '@atrium/client/host.ts';

const TAB = 'atrium-tab:';
const LEAD = 'atrium-lead';
const forever = new Promise<never>(() => {});

/**
 * The pages of one browser know of each other by locks: a lock goes with its page, however that ends. Undefined where
 * the browser has none, or keeps them to secure addresses: then a page keeps what it knows as if it were alone.
 */
export function browserTabs(): Tabs | undefined {
  const { locks } = navigator;
  if (!locks) return undefined;
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
