import { readServers } from './src/addresses.ts';

const servers = readServers(process.env['ATRIUM_SERVERS']);

/** The app starts with its own page, which leads to a server. The bridge exists on pages of these servers only. */
const config = {
  appId: process.env['ATRIUM_APP_ID'] ?? 'app.atrium.mobile',
  appName: 'Atrium',
  webDir: 'dist',
  server: { allowNavigation: servers.map((address) => new URL(address).hostname), cleartext: false },
  android: { allowMixedContent: false, webContentsDebuggingEnabled: false },
  ios: { limitsNavigationsToAppBoundDomains: false, webContentsDebuggingEnabled: false },
  plugins: { PushNotifications: { presentationOptions: ['badge', 'sound', 'alert'] } },
};
export default config;
