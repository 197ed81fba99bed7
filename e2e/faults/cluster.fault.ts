import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { Stage } from './stage.ts';
import { Cleanup } from './support.ts';

/** Between two faults. */
const CALM_MS = 1200;
const ROUNDS = 60;

/** Nodes, Redis and the primary are killed at random while people write and listen. */
export const fault: Fault = {
  name: 'cluster',
  promise:
    'Three nodes, a Redis and a replicated database: whatever is killed, no acknowledged message is lost and no event is missed or doubled.',
  async run(rounds = ROUNDS) {
    const cleanup = new Cleanup();
    try {
      const stage = await Stage.open(cleanup);
      for (let round = 0; round < rounds; round++) {
        await sleep(CALM_MS);
        await stage.strike(round);
      }
      await sleep(CALM_MS);
      return await stage.judge();
    } finally {
      await cleanup.run();
    }
  },
};
