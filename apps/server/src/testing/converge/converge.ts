import { afterAll, beforeAll, test } from 'vitest';
import { historiesOf, seed } from '../histories.ts';
import { administrator, person, startServer } from '../world.ts';
import { actions } from './actions.ts';
import { type Lane, Series } from './series.ts';

const RUNS = historiesOf(80, 2000);
const FIRST = seed;
const PER_SERIES = 10;

/**
 * Seeded random runs: several devices change one project and its conversations at once, over connections that break, a
 * network that loses calls and a server that restarts. In the end every device holds what a fresh one loads.
 *
 * Runs come in series on one project, each continuing where the last one ended. `ATRIUM_SEED` is the first of a series,
 * to repeat a failing one.
 *
 * The files share the runs, so that processes work in parallel.
 */
export function convergeRuns(share: number, shares: number): void {
  const lanes: Lane[] = [];
  const perTest = Math.min(30, Math.ceil(RUNS / shares));
  beforeAll(async () => {
    await administrator();
    for (let lane = 0; lane < Math.ceil(perTest / PER_SERIES); lane++) {
      const server = await startServer();
      const join = (name: string) => person(name, { server });
      lanes.push({ server, people: [await join('ada'), await join('bo'), await join('cy')] });
    }
  });
  afterAll(() => Promise.all(lanes.map(({ server }) => server.close())));

  const batches = Array.from({ length: Math.ceil(RUNS / perTest) }, (_, index) => FIRST + index * perTest).filter(
    (_, index) => index % shares === share,
  );
  // With fewer runs than files, to repeat one, each file runs them.
  test.each(batches.length > 0 ? batches : [FIRST])(
    'devices agree with a fresh one, from seed %i',
    { timeout: 600_000 },
    async (first) => {
      const last = Math.min(first + perTest, FIRST + RUNS);
      const failures: string[] = [];
      let next = first;
      const work = async (lane: Lane) => {
        for (let start = next; start < last; start = next) {
          const end = Math.min(start + PER_SERIES, last);
          next = end;
          const series = new Series(lane, actions);
          for (let each = start; each < end; each++) {
            try {
              await series.run(each);
            } catch (error) {
              failures.push(`series ${start}, seed ${each}: ${(error as Error).message}`);
              // Written at once: a run that hangs the file must not lose its seed.
              process.stderr.write(`${failures.at(-1)}\n\n`);
              break;
            }
          }
          await series.tearDown();
        }
      };
      await Promise.all(lanes.map(work));
      if (failures.length > 0) throw new Error(failures.join('\n\n'));
    },
  );
}
