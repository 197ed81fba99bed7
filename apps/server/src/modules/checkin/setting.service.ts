import type { InputOf } from '@atrium/contract/kit.ts';
import type { CheckinMode, CheckinSetting, checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { openSection } from '#modules/system/sealedSettings.service';
import { changeSection } from '#modules/system/settings.service';
import { systemBot } from '#modules/users/bots.service';
import { listByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { type LatestRead, latestReadOf } from '#platform/events/latestRead';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { SERVER_TIMEZONE } from '#platform/time/time';
import { performWork } from '#platform/work';
import { findSettingValue, moveFollowerToNow } from './checkin.queries.ts';
import { type Hours, isShift, minutesOf } from './hours.ts';

export { type Hours, shiftOf } from './hours.ts';

/** The stored setting: all but the router's command line, which is derived from it. */
type StoredSetting = Omit<CheckinSetting, 'cmd'> & { was_open?: boolean };

export const CHECKIN_BOT = 'check-in@bot.system';
const SECTION = 'checkin';
const DAY_MINUTES = 24 * 60;
const KEY_BYTES = 24;
const DEFAULTS: StoredSetting = {
  open: 'close',
  time: ['09:00', '18:00'],
  days: [1, 2, 3, 4, 5],
  timezone: '',
  advance: 120,
  delay: 120,
  remindin: 5,
  remindexceed: 10,
  edit: 'close',
  face_upload: 'close',
  face_retip: 'close',
  face_remark: '',
  locat_remark: '',
  manual_remark: '',
  modes: [],
  locat_point: null,
  key: '',
  face_key: '',
};

const known = new WeakMap<App, StoredSetting>();
const newest = new WeakMap<App, LatestRead>();

/**
 * Reads the setting now and whenever it is saved on any node. It is cached because every conversation shown checks
 * whether it is the one with the bot.
 */
export async function preloadCheckin(app: App): Promise<void> {
  const read = async () => {
    const isNewest = latestReadOf(newest, app).begin();
    await findBot(app);
    const kept = openSection(app, SECTION, await findSettingValue(app.db, SECTION)) as
      | Partial<StoredSetting>
      | undefined;
    if (isNewest()) known.set(app, { ...DEFAULTS, ...kept });
  };
  app.bus.subscribe('setting', ({ name }) => {
    if (name === SECTION)
      read().catch((error: unknown) => app.log.warn({ err: error }, 'the check-in setting could not be read'));
  });
  await read();
}

const bots = new WeakMap<App, number>();
/** The bot's account. */
export const checkinBot = (app: App): number | undefined => bots.get(app);
const findBot = async (app: App): Promise<void> => {
  const [bot] = await listByEmail(app.db, [CHECKIN_BOT]);
  if (bot) bots.set(app, bot.userid);
};

export const checkinOf = (app: App): StoredSetting => known.get(app) ?? DEFAULTS;
export const isCheckinOpen = (app: App): boolean => checkinOf(app).open === 'open';
/** True if check-in has ever been enabled: only then is there a bot that people may write to. */
export const wasCheckinEnabled = (app: App): boolean => checkinOf(app).was_open === true;
export const hasMode = (app: App, mode: CheckinMode): boolean =>
  isCheckinOpen(app) && checkinOf(app).modes.includes(mode);

export const hoursOf = ({ time, timezone, ...kept }: StoredSetting): Hours => ({
  ...kept,
  time: [time[0] ?? '09:00', time[1] ?? '18:00'],
  timezone: timezone || SERVER_TIMEZONE,
});

/** @throws checkin.closed */
export function requireCheckin(app: App): StoredSetting {
  if (!isCheckinOpen(app)) throw fail('checkin.closed');
  return checkinOf(app);
}

/** @throws checkin.hours, checkin.window, checkin.point, checkin.modes, checkin.days, checkin.zone */
export async function setCheckin(
  { app, caller }: Pick<Direct, 'app' | 'caller'>,
  { type, ...sent }: InputOf<typeof checkinSetting>,
) {
  if (type !== 'save') return present(app, checkinOf(app));
  const wasOpen = wasCheckinEnabled(app);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const isNewest = latestReadOf(newest, app).begin();
  const next = await changeSection<StoredSetting>(
    { app, caller },
    SECTION,
    (kept) => {
      const before = { ...DEFAULTS, ...kept };
      const after: StoredSetting = { ...before, ...given };
      after.modes = [...new Set(after.modes)];
      after.days = after.days.toSorted((a, b) => a - b);
      check(after);
      return { ...after, ...keysOf(before, after), was_open: before.was_open === true || after.open === 'open' };
    },
    DEFAULTS,
  );
  // Reads that began before the save are ignored, because later ones may have read a newer setting.
  isNewest();
  known.set(app, next);
  if (next.was_open) {
    await performWork(app, caller, async (work) => {
      await systemBot(work, 'check-in');
      // Messages that are older than the bot are not for it.
      if (!wasOpen) await moveFollowerToNow(work.tx);
    });
    await findBot(app);
  }
  return present(app, next);
}

/** Keys are created when check-in is enabled; copies of them stop working when it is disabled. */
const keysOf = (before: StoredSetting, { open }: StoredSetting): Pick<StoredSetting, 'key' | 'face_key'> =>
  open === 'close'
    ? { key: '', face_key: '' }
    : { key: before.key || randomCode(KEY_BYTES), face_key: before.face_key || randomCode(KEY_BYTES) };

function check({ open, time, days, timezone, advance, delay, modes, locat_point }: StoredSetting): void {
  if (!isShift(time)) throw fail('checkin.hours');
  const most = DAY_MINUTES - (minutesOf(time[1]) - minutesOf(time[0]));
  if (advance + delay >= most) throw fail('checkin.window', { most: most - 1 });
  if (days.length === 0 || days.some((day) => day < 1 || day > 7)) throw fail('checkin.days');
  if (!isZone(timezone)) throw fail('checkin.zone');
  if (modes.includes('locat') && !locat_point) throw fail('checkin.point');
  if (open === 'open' && modes.length === 0) throw fail('checkin.modes');
}

function isZone(name: string): boolean {
  try {
    return name === '' || new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function present({ publicUrl }: App, kept: StoredSetting): CheckinSetting {
  const { was_open: _wasOpen, ...shown } = kept;
  const cmd = shown.key && `wget -qO- '${publicUrl}/api/public/checkin/install?key=${shown.key}' | sh`;
  return { ...shown, cmd };
}
