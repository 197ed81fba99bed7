import { BiometricAuth } from '@aparajita/capacitor-biometric-auth';
import { handleMessage, type NoticeHandlers, type QuestionHandlers, Refusal } from '@atrium/contract/shell/answers.ts';
import {
  BRIDGE_VERSION,
  type EventName,
  type FromShell,
  type ShellEvent,
  type ShellPort,
} from '@atrium/contract/shell/bridge.ts';
import { readLink } from '@atrium/contract/shell/links.ts';
import { maySystemOpen } from '@atrium/contract/shell/outside.ts';
import { shellTexts } from '@atrium/i18n/shell.ts';
import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Device } from '@capacitor/device';
import { Haptics } from '@capacitor/haptics';
import { LocalNotifications } from '@capacitor/local-notifications';
import { Preferences } from '@capacitor/preferences';
import { PushNotifications } from '@capacitor/push-notifications';
import { makeLeaving, mustLock } from './backKey.ts';
import { featuresOf } from './features.ts';
import { native } from './native.ts';
import { latestPhoto, uploadPhoto } from './photos.ts';
import { type DeviceKeys, makeKeys, readPush, relayAddress, subscriptionOf } from './pushRelay.ts';

/** The address of the push relay, set when the app is built; '' = none, and no pushes. */
declare const ATRIUM_RELAY: string;

const platform = Capacitor.getPlatform() === 'ios' ? 'ios' : 'android';
const t = shellTexts(navigator.language);
const LOCK = 'lock';
const KEYS = 'push_keys';
let token = '';
let lastUnread = 0;
const listeners: ((text: string) => void)[] = [];
const send = (message: FromShell) => {
  for (const run of listeners) run(JSON.stringify(message));
};
const say = <N extends EventName>(name: N, values: ShellEvent<N>) => send({ say: name, ...values } as FromShell);

const leave = makeLeaving(
  () => void App.minimizeApp(),
  () => void Haptics.vibrate({ duration: 20 }),
);

const notices: NoticeHandlers = {
  badge: ({ count }) => {
    lastUnread = count;
  },
  notify: ({ title, body, msg_id, place }) =>
    void LocalNotifications.schedule({
      notifications: [{ id: msg_id % 2_000_000_000, title, body, extra: { place } }],
    }),
  open_outside: ({ url }) => {
    if (maySystemOpen(url)) void native.openOutside({ url });
  },
  open_file: ({ url, name }) => {
    if (new URL(url).origin === location.origin) void native.openFile({ url, name, token });
  },
  call: ({ tel }) => void native.openOutside({ url: `tel:${encodeURIComponent(tel)}` }),
  vibrate: ({ ms }) => void Haptics.vibrate({ duration: Math.min(ms, 1000) }),
  push_alias: ({ url, token: own }) => {
    token = own;
    void registerAlias(url);
  },
  session: ({ userid }) => {
    // Nobody is signed in: this device is no longer theirs.
    if (userid === 0) void Preferences.remove({ key: KEYS });
    // Without it the system shows none of the notifications that are said here.
    else void LocalNotifications.requestPermissions();
  },
  choose_server: () => location.assign(`${appOrigin()}/index.html?choose=yes`),
  leave,
};
const appOrigin = () => (platform === 'ios' ? 'capacitor://localhost' : 'https://localhost');

async function registerAlias(url: string): Promise<void> {
  const [{ model }, { version, build }, { identifier }] = [
    await Device.getInfo(),
    await App.getInfo(),
    await Device.getId(),
  ];
  const { receive } = await PushNotifications.checkPermissions();
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify({
      action: 'update',
      alias: identifier.replaceAll('-', '').slice(0, 20),
      userAgent: `${platform} Atrium/${version}`,
      deviceModel: model,
      isNotified: receive === 'granted',
      appVersion: build,
      appVersionName: version,
      isDebug: false,
    }),
  });
}

async function ownKeys(): Promise<DeviceKeys> {
  const { value } = await Preferences.get({ key: KEYS });
  if (value) return JSON.parse(value) as DeviceKeys;
  const keys = await makeKeys();
  await Preferences.set({ key: KEYS, value: JSON.stringify(keys) });
  return keys;
}

const questions: QuestionHandlers = {
  async info() {
    const [device, own] = [await Device.getInfo(), await App.getInfo()];
    return {
      name: own.name,
      version: own.version,
      device_name: device.name ?? device.model,
      app_brand: device.manufacturer,
      app_model: device.model,
      app_os: `${device.operatingSystem} ${device.osVersion}`,
    };
  },
  latest_photo: (wish) => latestPhoto(wish, () => native.latestPhoto()),
  upload_photo: (photo) => uploadPhoto(photo, location.origin, native.upload),
  async push() {
    if ((await PushNotifications.requestPermissions()).receive !== 'granted') throw new Refusal('denied');
    const registered = Promise.withResolvers<string>();
    const listeners = [
      await PushNotifications.addListener('registration', ({ value }) => registered.resolve(value)),
      await PushNotifications.addListener('registrationError', () => registered.reject(new Refusal('failed'))),
    ];
    await PushNotifications.register();
    try {
      return subscriptionOf(relayAddress(ATRIUM_RELAY, platform, await registered.promise), await ownKeys());
    } finally {
      for (const each of listeners) void each.remove();
    }
  },
  servers: () => ({ list: [{ url: location.origin, name: document.title, unread: lastUnread }] }),
  async settings() {
    const { isAvailable } = await BiometricAuth.checkBiometry();
    return {
      ...{ start_at_login: false, screenshot_key: '', can_start: false, can_key: false },
      ...{ lock: (await Preferences.get({ key: LOCK })).value === 'yes', can_lock: isAvailable },
    };
  },
  async save_settings({ lock }) {
    // Turning it off needs a proof that the device is theirs, and that the lock works before it is needed.
    await unlock();
    await Preferences.set({ key: LOCK, value: lock ? 'yes' : 'no' });
    return {};
  },
};

const unlock = () =>
  BiometricAuth.authenticate({ reason: t('shell.unlock'), allowDeviceCredential: true }).catch(() => {
    throw new Refusal('denied');
  });

/** Covers the page until the person is known. */
async function lockPage(): Promise<void> {
  if (document.getElementById('atrium-lock')) return;
  const cover = document.createElement('div');
  cover.id = 'atrium-lock';
  cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:#111;display:grid;place-items:center';
  const button = document.createElement('button');
  button.textContent = t('shell.unlock');
  const open = () =>
    unlock().then(
      () => cover.remove(),
      () => undefined,
    );
  button.addEventListener('click', () => void open());
  cover.append(button);
  document.documentElement.append(cover);
  await open();
}
const isLockOn = async () => (await Preferences.get({ key: LOCK })).value === 'yes';

async function listen(): Promise<void> {
  let leftAt = 0;
  if (await isLockOn()) void lockPage();
  await App.addListener('backButton', () => say('back', {}));
  const changed = async (isActive: boolean) => {
    if (!isActive) leftAt = Date.now();
    else if (mustLock(await isLockOn(), leftAt, Date.now())) void lockPage();
    say('active', { is_active: isActive });
    if (isActive) await share();
  };
  await App.addListener('appStateChange', ({ isActive }) => void changed(isActive));
  await App.addListener('appUrlOpen', ({ url }) => {
    const link = readLink(url);
    if (link && (!link.server || link.server === location.origin)) say('open_place', { place: link.place });
  });
  await LocalNotifications.addListener('localNotificationActionPerformed', ({ notification }) => {
    const { place } = (notification.extra ?? {}) as { place?: string };
    if (place) say('open_place', { place });
  });
  await PushNotifications.addListener('pushNotificationReceived', ({ data }) => void showPush(data));
  await share();
}

async function share(): Promise<void> {
  if (platform === 'ios') return;
  const shared = await native.takeShared();
  if (shared.text || shared.files.length > 0) say('share', shared);
}

/** A message that the relay has passed on: only this device can read it. */
async function showPush(data: { body?: string } | undefined): Promise<void> {
  if (!data?.body) return;
  const body = Uint8Array.from(atob(data.body), (each) => each.charCodeAt(0));
  const note = JSON.parse(await readPush(body, await ownKeys())) as {
    title: string;
    body: string;
    place: string;
    msg_id: number;
  };
  notices.notify?.({ ...note, icon: '', dialog_id: 0, silent: false, reply: '' });
}

const port: ShellPort = {
  version: BRIDGE_VERSION,
  kind: 'mobile',
  features: featuresOf(platform, ATRIUM_RELAY),
  post: (text) => void handleMessage(text, notices, questions, send),
  onMessage: (listener) => {
    listeners.push(listener);
    // The client is the first listener, so that queued messages can be delivered now.
    if (listeners.length === 1) void listen();
  },
};
Object.assign(globalThis, { atriumHost: port });
