import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time that background work may delay other work. */
const SLICE_MS = 2;

/** Handles many items, and yields to other work regularly. */
export async function eachYielding<T>(items: Iterable<T>, run: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    run(item);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
