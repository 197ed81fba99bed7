import { defineConfig } from '@playwright/test';
import { browserPath } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/globalSetup.ts',
  outputDir: '../test-results',
  // A browser and a server each. One journey by itself leaves half of two cores idle: it waits for what it has done.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // So many show that something is wrong with all of them.
  maxFailures: 8,
  // Nothing is timed: limits end what hangs, on the slowest machine too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: browserPath,
      args: [
        '--disable-gpu',
        '--disable-quic',
        // The sandbox refuses to start as root, which is what CI is.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // Recording costs more than the journeys themselves; ATRIUM_TRACE=1 to see what happened in one.
    trace: process.env['ATRIUM_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
