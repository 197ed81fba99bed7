import { existsSync } from 'node:fs';

// The headless shell needs two thirds of the processor's time that the whole browser does.
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The installed browser that drives the journeys; nothing is downloaded. */
export const browserPath =
  process.env['ATRIUM_CHROMIUM'] ?? KNOWN.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

/** A microphone that beeps, and that nobody is asked about: for `test.use`. */
export const withMicrophone = {
  launchOptions: {
    executablePath: browserPath,
    args: [
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
};

/** With a camera too, and a way to servers on this machine alone. */
export const withCamera = {
  launchOptions: {
    ...withMicrophone.launchOptions,
    args: [...withMicrophone.launchOptions.args, '--allow-loopback-in-peer-connection'],
  },
};
