import { existsSync } from 'node:fs';

// The headless shell needs two thirds of the whole browser's processor time.
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The installed browser for the journeys; nothing is downloaded. */
export const browserPath =
  process.env['ATRIUM_CHROMIUM'] ?? KNOWN.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

/** The browser of all journeys, with a fake microphone that beeps, without a prompt. */
export const withMicrophone = {
  launchOptions: {
    executablePath: browserPath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // The sandbox refuses to start as root, which is what CI is.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
};

/** With a camera too, and WebRTC on this machine alone. */
export const withCamera = {
  launchOptions: {
    ...withMicrophone.launchOptions,
    args: [...withMicrophone.launchOptions.args, '--allow-loopback-in-peer-connection'],
  },
};

/** The same with five pictures a second: for rooms of many on one machine. */
export const withSlowCamera = {
  launchOptions: {
    ...withCamera.launchOptions,
    args: withCamera.launchOptions.args.map((each) =>
      each === '--use-fake-device-for-media-stream' ? `${each}=fps=5` : each,
    ),
  },
};
