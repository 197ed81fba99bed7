import { defineConfig } from '@playwright/test';
import { withMicrophone } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // The long journeys take half a minute each, for what server and screen tests mostly hold: `npm run test:long` runs
  // them too.
  ...(process.env['ATRIUM_LONG'] !== 'yes' && { grepInvert: /@long/ }),
  globalSetup: './support/globalSetup.ts',
  outputDir: '../test-results',
  // One browser and server each. A single journey leaves half of two cores idle while it waits.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // After this many failures, something is wrong with all of them.
  maxFailures: 8,
  // Limits only end hangs, even on the slowest machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    ...withMicrophone,
    // Recording costs more than the journeys themselves; set ATRIUM_TRACE=1 to record failures.
    trace: process.env['ATRIUM_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
