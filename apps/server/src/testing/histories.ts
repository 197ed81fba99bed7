/**
 * The number of random histories of a test, and their first seed. `npm test` runs a few with fixed seeds and proves the
 * same each time; `npm run test:long` runs many with new ones. `ATRIUM_RUNS` and `ATRIUM_SEED` repeat a failing one.
 */
/** True in `npm run test:long`, which also proves what takes long and rarely breaks. */
export const isLong = process.env['ATRIUM_LONG'] === 'yes';
const { ATRIUM_RUNS: runs, ATRIUM_SEED: given } = process.env;

const newSeed = () => Math.floor(Math.random() * 1e6) * 1000 + 1;

/** The first seed; a test with several histories counts up from it. */
export const seed = given ? Number(given) : isLong ? newSeed() : 1;

/** `npm test` must end on a slow machine as well: it runs a quarter of the histories that a test calls normal. */
export const historiesOf = (normal: number, long: number): number =>
  Number(runs ?? (isLong ? long : Math.ceil(normal / 4)));
