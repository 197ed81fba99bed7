/**
 * How many random histories a test makes, and from which seed. `npm test` makes a few of fixed seeds and proves the same
 * each time; `npm run test:long` makes many of new ones. `ATRIUM_RUNS` and `ATRIUM_SEED` repeat a failing one.
 */
const isLong = process.env['ATRIUM_LONG'] === 'yes';
const { ATRIUM_RUNS: runs, ATRIUM_SEED: given } = process.env;

const newSeed = () => Math.floor(Math.random() * 1e6) * 1000 + 1;

/** The first seed; a test with several histories counts up from it. */
export const seed = given ? Number(given) : isLong ? newSeed() : 1;

export const historiesOf = (normal: number, long: number): number => Number(runs ?? (isLong ? long : normal));
