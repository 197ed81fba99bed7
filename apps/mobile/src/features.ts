import type { Feature } from '@atrium/contract/shell/bridge.ts';

/**
 * Capabilities of our plugin. On iOS the web view itself opens other sites and phone numbers, and saves files as a
 * browser does.
 */
const BY_OUR_PLUGIN: readonly Feature[] = ['open_outside', 'call', 'latest_photo', 'files'];

/**
 * The capabilities of the app. Our own plugin exists for Android only; `relay` is the address for pushes, '' = none.
 */
export const featuresOf = (platform: 'android' | 'ios', relay: string): Feature[] => [
  ...(['badge', 'notify', 'vibrate', 'servers', 'settings'] as const),
  ...(platform === 'android' ? BY_OUR_PLUGIN : []),
  ...(relay ? (['push'] as const) : []),
];
