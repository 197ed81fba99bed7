import { setImmediate as nextTurn } from 'node:timers/promises';

/** Nobody's message waits longer than this for work that is done beside it. */
const SLICE_MS = 2;

/** Does something with each of many, and lets others have their turn whenever it has taken a while. */
export async function eachYielding<T>(items: Iterable<T>, run: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    run(item);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
