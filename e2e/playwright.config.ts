import { defineConfig } from '@playwright/test';
import { browserPath } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/globalSetup.ts',
  outputDir: '../test-results',
  // A browser and a server each: two cores carry no more.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Nothing is timed: limits end what hangs, on the slowest machine too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
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
