import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { MailSecure, MailSetting, mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { MailSetup } from '#platform/outside/mail';
import { OutboundRefused } from '#platform/outside/outbound';
import { SERVER_TIMEZONE } from '#platform/time/time';
import type { View } from '#platform/work';
import { changeSection, settingSection, settingsOf } from './settings.service.ts';

/** Settings by administrators; if the environment sets a mail server, only the sender applies. */
interface StoredMail {
  smtp_server?: string;
  port?: number;
  account?: string;
  password?: string;
  smtp_secure?: MailSecure;
  sender?: string;
  notice_msg?: 'close' | 'open';
  msg_unread_user_minute?: number;
  msg_unread_group_minute?: number;
  msg_unread_time_ranges?: string[][];
  ignore_addr?: string;
  /** The times at which kinds of chats were turned on, in milliseconds. */
  unread_since?: { user?: number; group?: number };
}
const NOTICE = [
  'notice_msg',
  'msg_unread_user_minute',
  'msg_unread_group_minute',
  'msg_unread_time_ranges',
  'ignore_addr',
] as const;

type Sent = Omit<InputOf<typeof mailSetting>, 'type'>;

const SECTION = 'email';
const readStored = (app: App) => settingSection<StoredMail>(app, SECTION, {});

/** The server that sends mail; null if none is set. */
export const mailSetup = async (app: App): Promise<MailSetup | null> => setupOf(app, await readStored(app));

/** Does the same with the sent settings applied. @throws as `merge` does */
export const mailSetupWith = async (app: App, sent: Sent) => setupOf(app, merge(app, await readStored(app), sent));

async function setupOf(app: App, kept: StoredMail): Promise<MailSetup | null> {
  const server = app.smtpUrl ?? namedServer(kept);
  if (!server) return null;
  const address = kept.sender || defaultSender(app, kept);
  return { server, from: { name: (await settingsOf(app)).system_alias, address } };
}

function namedServer({
  smtp_server: host,
  port = PORT,
  account = '',
  password = '',
  smtp_secure: secure = 'auto',
}: StoredMail) {
  return host ? { host, port, account, password, secure } : null;
}

const PORT = 587;

/** The defaults until it is saved. */
const USUAL = {
  smtp_server: '',
  port: PORT,
  account: '',
  password: '',
  smtp_secure: 'auto',
  sender: '',
  notice_msg: 'close',
  msg_unread_user_minute: -1,
  msg_unread_group_minute: -1,
  msg_unread_time_ranges: [],
  ignore_addr: '',
} satisfies StoredMail;

/** The default sender is the account itself, because many mail servers accept no other. */
function defaultSender(app: App, { account = '', smtp_server }: StoredMail): string {
  const isOwn = !app.smtpUrl && Boolean(smtp_server) && isEmail(account);
  return isOwn ? account : `no-reply@${new URL(app.publicUrl).hostname}`;
}

export async function readMailSetting(app: App): Promise<MailSetting> {
  return present(app, await readStored(app));
}

/** Called before the mail server changes, which can read every link to a new password. May refuse. */
export const mailGuards = new ExtensionPoint<(view: Pick<View, 'app' | 'caller'>) => Promise<void>>();
const WAY = ['smtp_server', 'port', 'account', 'password', 'smtp_secure', 'sender'] as const;

const SERVER = WAY.filter((name) => name !== 'sender');

/**
 * Connects to a mail server and signs in, without sending: what is saved counts as working mail everywhere.
 *
 * @throws check.mail_local, mail.unreachable
 */
async function tryMail(app: App, setup: MailSetup): Promise<void> {
  try {
    await app.mailer.check(setup);
  } catch (error) {
    if (error instanceof OutboundRefused && typeof setup.server !== 'string') {
      throw fail('check.mail_local', { host: `${setup.server.host}:${setup.server.port}` });
    }
    throw fail('mail.unreachable', { reason: String((error as Error).message).slice(0, 300) });
  }
}

/** @throws mail.needed  while addresses must be verified; and as `merge` and `tryMail` do */
export async function saveMail({ app, caller }: Pick<View, 'app' | 'caller'>, sent: Sent): Promise<MailSetting> {
  const { reg_verify } = await settingsOf(app);
  const stored = await readStored(app);
  const isOther = (name: (typeof WAY)[number]) =>
    sent[name] !== undefined && (sent[name] || '') !== (stored[name] || '');
  if (WAY.some(isOther)) for (const guard of mailGuards.of(app)) await guard({ app, caller });
  // Settings are tried unless only a password was removed.
  const isTried = SERVER.some((name) => isOther(name) && !(name === 'password' && sent.password === ''));
  const setup = isTried ? await mailSetupWith(app, sent) : null;
  if (setup) await tryMail(app, setup);
  const kept = await changeSection<StoredMail>(
    { app, caller },
    SECTION,
    (before) => {
      const next = merge(app, before ?? {}, sent);
      if (reg_verify === 'open' && !app.smtpUrl && before?.smtp_server && !next.smtp_server) throw fail('mail.needed');
      return { ...next, unread_since: sinceOf(app, before ?? {}, next) };
    },
    USUAL,
  );
  return present(app, kept);
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f.]*(?::[0-9a-f.]*)+$/i;

/**
 * The stored settings with the sent ones applied. The stored password is used only for the server, port and account it
 * was entered for, and only with encryption: other changes need the password again. Otherwise a person who may change
 * the settings could have it sent to themselves.
 *
 * @throws mail.fixed, mail.server, mail.sender, mail.password
 */
function merge(app: App, before: StoredMail, { sender, ...sent }: Sent): StoredMail {
  const all: StoredMail = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const isNotice = (name: string) => NOTICE.some((each) => each === name);
  const notice: StoredMail = Object.fromEntries(Object.entries(all).filter(([name]) => isNotice(name)));
  const given: StoredMail = Object.fromEntries(Object.entries(all).filter(([name]) => !isNotice(name)));
  if (notice.msg_unread_time_ranges?.some(([from = '', to = '']) => from === to)) throw fail('mail.hours');
  if (app.smtpUrl && Object.keys(given).length > 0) throw fail('mail.fixed');
  if (given.smtp_server && !HOST.test(given.smtp_server)) throw fail('mail.server');
  if (sender && !isEmail(sender)) throw fail('mail.sender');
  const next = { ...before, ...given, ...notice, ...(sender !== undefined && { sender }) };
  if (!next.smtp_server || !next.account) return { ...next, password: '' };
  const isSame = (['smtp_server', 'port', 'account'] as const).every((name) => next[name] === before[name]);
  const isOpened = next.smtp_secure === 'none' && before.smtp_secure !== 'none';
  if ((!isSame || isOpened) && before.password && given.password === undefined) throw fail('mail.password');
  return next;
}

function present(app: App, kept: StoredMail): MailSetting {
  const shown = app.smtpUrl ? fromAddress(app.smtpUrl) : namedServer(kept);
  return {
    smtp_server: shown?.host ?? '',
    port: shown?.port ?? PORT,
    account: shown?.account ?? '',
    has_password: Boolean(shown?.password),
    smtp_secure: shown?.secure ?? 'auto',
    sender: kept.sender ?? '',
    default_sender: defaultSender(app, kept),
    is_fixed: app.smtpUrl !== null,
    notice_msg: kept.notice_msg ?? 'close',
    msg_unread_user_minute: kept.msg_unread_user_minute ?? -1,
    msg_unread_group_minute: kept.msg_unread_group_minute ?? -1,
    msg_unread_time_ranges: kept.msg_unread_time_ranges ?? [],
    ignore_addr: kept.ignore_addr ?? '',
    server_timezone: SERVER_TIMEZONE,
  };
}

/** The rules for mail about unread messages. */
export interface UnreadRules {
  /** Kinds of chats that are mailed about. */
  kinds: ('user' | 'group')[];
  /** The time at which each kind was turned on, in milliseconds. */
  since: Record<'user' | 'group', number>;
  minutes: Record<'user' | 'group', number>;
  ranges: readonly (readonly string[])[];
  ignored: readonly string[];
}

/** Notes when kinds of chats are turned on. */
function sinceOf(app: App, before: StoredMail, next: StoredMail): { user?: number; group?: number } {
  const wasOn = kindsOf(app, before);
  const now = Date.now();
  return Object.fromEntries(
    kindsOf(app, next).map((kind) => [kind, wasOn.includes(kind) ? (before.unread_since?.[kind] ?? 0) : now]),
  );
}

function kindsOf(app: App, stored: StoredMail): UnreadRules['kinds'] {
  const { notice_msg, msg_unread_user_minute: user, msg_unread_group_minute: group } = present(app, stored);
  const minutes = { user, group };
  return notice_msg === 'open' ? (['user', 'group'] as const).filter((kind) => minutes[kind] >= 0) : [];
}

export async function unreadRules(app: App): Promise<UnreadRules> {
  const stored = await readStored(app);
  const kept = present(app, stored);
  return {
    kinds: kindsOf(app, stored),
    since: { user: stored.unread_since?.user ?? 0, group: stored.unread_since?.group ?? 0 },
    minutes: { user: kept.msg_unread_user_minute, group: kept.msg_unread_group_minute },
    ranges: kept.msg_unread_time_ranges,
    ignored: kept.ignore_addr
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter(Boolean),
  };
}

/** True for addresses that are listed, or whose domain is listed with @. */
export const isIgnored = ({ ignored }: UnreadRules, email: string): boolean =>
  ignored.some((each) => email.toLowerCase() === each || (each.startsWith('@') && email.toLowerCase().endsWith(each)));

const clockOf = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: SERVER_TIMEZONE }).format(at);

/** True if the server's clock is in one of the ranges, which may cross midnight, and also without ranges. */
export function isWithin(ranges: UnreadRules['ranges'], now: Date): boolean {
  if (ranges.length === 0) return true;
  const time = clockOf(now);
  return ranges.some(([from = '', to = '']) => (from < to ? from <= time && time < to : time >= from || time < to));
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The next beginning of one of the ranges; now if there are none. */
export function nextRange(ranges: UnreadRules['ranges'], now: Date): Date {
  if (ranges.length === 0) return now;
  const present = minutesOf(clockOf(now));
  const waits = ranges.map(([from = '']) => (minutesOf(from) - present + DAY_MINUTES) % DAY_MINUTES);
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + Math.min(...waits)) * MINUTE_MS);
}

/** `smtp://` on a TLS port uses TLS from the start. */
function fromAddress(address: string) {
  const url = new URL(address);
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : PORT),
    account: decodeURIComponent(url.username),
    password: url.password,
    secure: isTls ? ('tls' as const) : ('auto' as const),
  };
}
