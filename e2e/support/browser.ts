import { existsSync } from 'node:fs';

// The headless shell needs two thirds of the processor's time that the whole browser does.
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The installed browser that drives the journeys; nothing is downloaded. */
export const browserPath =
  process.env['ATRIUM_CHROMIUM'] ?? KNOWN.find((path) => existsSync(path)) ?? '/usr/bin/chromium';
