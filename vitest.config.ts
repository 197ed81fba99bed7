import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Random runs and kills. The long ones run apart from the tests with coverage, which would make them half as slow again. */
const random = ['**/converge*.test.ts', '**/unread.random.test.ts', '**/durability.test.ts'];
const isLong = process.env['ATRIUM_LONG'] === 'yes';
/**
 * Tests that start, kill, copy or join whole servers, or programs of others, and a second random history:
 * `npm run test:full` and CI run them, `npm test` leaves them out (decision 54).
 */
const full = [
  ...['start', 'cli/**/*', 'modules/backups/*', 'platform/postgres/*', 'platform/db/{migrate,watch}'],
  ...['platform/files/bucket/*', 'modules/files/bucket', 'testing/{api,cluster}/*', 'testing/durability'],
  ...['modules/dav/litmus', 'modules/ldap/*', 'modules/meetings/liveKit', 'modules/webhooks/senders'],
  'modules/sync/convergeSecond',
].map((name) => `apps/server/src/${name}.test.ts`);
const isFull = process.env['ATRIUM_FULL'] === 'yes';
const server = {
  // Node loads the server's files itself, as outside of tests: code that Vite transforms reads each import from an object.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', join(import.meta.dirname, 'scripts/lib/directImports.mjs')],
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // For two cores: tests wait for timers and a database a third of the time. A fourth worker takes more processor
    // time than it finds.
    maxWorkers: 3,
    // Like all limits here, it only ends hangs.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          // A limit only ends hangs, even on the slowest machine.
          testTimeout: 120_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{web,desktop,mobile}/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        extends: true,
        resolve: {
          alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'apps/web/src/testing/stores.ts') }],
        },
        test: {
          // Screens of the web client, rendered without a browser.
          name: 'screens',
          environment: 'jsdom',
          // One document for all of a worker's files: loading the components for each takes longer than the tests.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          testTimeout: 120_000,
          include: ['apps/web/src/**/*.test.tsx'],
          setupFiles: ['apps/web/src/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          setupFiles: ['apps/server/src/testing/setup.ts'],
          include: ['apps/server/src/**/*.test.ts'],
          exclude: isLong ? random : isFull ? [] : full,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'random',
          setupFiles: ['apps/server/src/testing/setup.ts'],
          include: random,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['apps/server/src/**/*.ts'],
      exclude: ['apps/server/src/testing/**', 'apps/server/src/cli/**', '**/*.test.ts'],
      reporter: ['json-summary', 'html'],
      reportOnFailure: true,
    },
  },
});
