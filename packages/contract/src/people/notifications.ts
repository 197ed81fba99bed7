import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Line,
  ListOf,
  MaybeFlag,
  Nullable,
  OneOf,
  ReadOrSave,
} from '../kit.ts';

/** `HH:mm` on the person's own clock; both empty: no quiet hours. `quiet_days`: on which they begin, 1 = Monday. */
export const QuietHours = Type.Object({
  quiet_from: Type.String(),
  quiet_to: Type.String(),
  timezone: Type.String(),
  quiet_days: Type.Array(Type.Integer()),
});
export type QuietHours = Static<typeof QuietHours>;

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
export const NO_QUIET: QuietHours = { quiet_from: '', quiet_to: '', timezone: 'UTC', quiet_days: EVERY_DAY };

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** True if `at` is in someone's quiet hours. Hours that end before they begin span midnight, from a quiet day on. */
export const isQuiet = (hours: QuietHours, at: Date): boolean => quietUntil(hours, at) !== null;

/** The end of the quiet hours that `at` is in; null outside of them. */
export function quietUntil({ quiet_from, quiet_to, timezone, quiet_days }: QuietHours, at: Date): Date | null {
  if (!quiet_from || !quiet_to) return null;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const localOf = (moment: Date) => {
    const parts = format.formatToParts(moment);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
    return { day: WEEKDAYS.indexOf(part('weekday')) + 1, minutes: minutesOf(`${part('hour')}:${part('minute')}`) };
  };
  const { day: today, minutes: now } = localOf(at);
  const yesterday = today === 1 ? 7 : today - 1;
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)];
  const isIn =
    from <= to
      ? from <= now && now < to && quiet_days.includes(today)
      : now >= from
        ? quiet_days.includes(today)
        : now < to && quiet_days.includes(yesterday);
  if (!isIn) return null;
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  const end = minute + ((to - now + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  // Clocks may change meanwhile.
  const off = to - localOf(new Date(end)).minutes;
  const shift = off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off < -DAY_MINUTES / 2 ? off + DAY_MINUTES : off;
  return new Date(end + shift * MINUTE_MS);
}

/** The payload of a push notification, encrypted for the browser's worker. */
export interface PushNote {
  title: string;
  body: string;
  icon: string;
  /** The path and query of the screen that a click opens. */
  place: string;
  msg_id: number;
  /** The chat that a reply goes to; 0 = none. */
  dialog_id: number;
  silent: boolean;
  /** The labels of its buttons; '' = none. */
  reply: string;
  read: string;
  /** A newer notification of the same kind replaces an older one; without it, of messages. */
  tag?: string;
  /** The number on the icon of the installed application; absent if nothing unread was counted. */
  badge?: number;
}

export const notificationErrors = errors({
  'push.endpoint': { ret: 0 },
  'push.hours': { ret: 0 },
  'push.none': { ret: 0 },
  'push.off': { ret: 0 },
  'push.contact': { ret: 0 },
  'push.failed': { ret: 0 },
  'alias.platform': { ret: 0 },
  'alias.debug': { ret: 0 },
});

export const pushInfo = call('users/push/info', {
  summary:
    'Returns what a browser needs to subscribe, whether this device is subscribed, and the caller’s quiet hours.',
  access: 'user',
  output: Type.Object({
    /** The server’s own VAPID key, base64url. */
    public_key: Type.String(),
    subscribed: Type.Boolean(),
    /** True if push is enabled in the workspace. */
    is_open: Type.Boolean(),
    ...QuietHours.properties,
  }),
});
export const pushSubscribe = call('users/push/subscribe', {
  summary: 'Subscribes this device to push notifications, replacing its earlier subscription.',
  access: 'user',
  input: Type.Object({
    endpoint: Line({ minLength: 10, maxLength: 1000 }),
    p256dh: Line({ minLength: 80, maxLength: 100 }),
    auth: Line({ minLength: 16, maxLength: 40 }),
    silent: MaybeFlag(),
  }),
  output: Empty(),
  errors: ['push.endpoint'],
});
export const pushUnsubscribe = call('users/push/unsubscribe', {
  summary: 'Unsubscribes this device from push notifications.',
  access: 'user',
  output: Empty(),
});
export const pushCheck = call('users/push/check', {
  summary: 'Sends a test notification to this device.',
  access: 'user',
  output: Empty(),
  errors: ['push.off', 'push.none', 'push.failed'],
});
export const pushQuiet = call('users/push/quiet', {
  summary: 'Sets the caller’s quiet hours; empty ones turn them off.',
  access: 'user',
  input: Type.Object({
    quiet_from: Type.Optional(Line({ maxLength: 5 })),
    quiet_to: Type.Optional(Line({ maxLength: 5 })),
    timezone: Type.Optional(Line({ maxLength: 64 })),
    /** Without it, every day. */
    quiet_days: Type.Optional(ListOf(Type.Integer({ minimum: 1, maximum: 7 }), 7)),
  }),
  output: QuietHours,
  errors: ['push.hours'],
});

export const pauseShow = call('users/pause', {
  summary:
    'Returns until when a person has paused notifications, by hand or by quiet hours that have begun; null while they get them. Nothing tells when the next pause is.',
  access: 'user',
  input: Type.Object({ userid: Id() }),
  output: Type.Object({ userid: Count(), until: Nullable(DateTime()) }),
});

export const pushSetting = call('system/setting/apppush', {
  summary:
    'Returns whether push notifications are on, and the contact for push services; `save` changes the given fields.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    push: Type.Optional(OneOf('open', 'close')),
    /** An email address, or one that begins with https://; '' = `default_contact`. */
    contact: Type.Optional(Line({ maxLength: 255 })),
  }),
  output: Type.Object({
    push: OneOf('open', 'close'),
    contact: Type.String(),
    default_contact: Type.String(),
    /** The number of subscribed devices. */
    devices: Count(),
  }),
  errors: ['push.contact'],
});

export const pushAlias = call('users/umeng/alias', {
  summary:
    'Registers what a mobile app calls this device, or removes it. A device whose system hides notifications gets none.',
  access: 'user',
  input: Type.Object({
    action: Type.Optional(OneOf('update', 'remove')),
    alias: Line({ minLength: 2, maxLength: 20 }),
    userAgent: Type.Optional(Line({ maxLength: 500 })),
    deviceModel: Type.Optional(Line({ maxLength: 100 })),
    /** True if the system shows the app's notifications. */
    isNotified: MaybeFlag(),
    appVersion: Type.Optional(Line({ maxLength: 50 })),
    appVersionName: Type.Optional(Line({ maxLength: 50 })),
    isDebug: MaybeFlag(),
  }),
  output: Empty(),
  errors: ['alias.platform', 'alias.debug', 'device.gone'],
});

export const notificationCalls = [
  pushAlias,
  pushInfo,
  pushSubscribe,
  pushUnsubscribe,
  pushCheck,
  pushQuiet,
  pauseShow,
  pushSetting,
] as const;
