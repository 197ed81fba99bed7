import { NOTE_KEY, type SendCredentials } from '@atrium/client/sending/sendLater.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import {
  EVERY_DAY,
  isQuiet,
  NO_QUIET,
  pushCheck,
  pushInfo,
  pushQuiet,
  pushSubscribe,
  pushUnsubscribe,
  type QuietHours,
} from '@atrium/contract/people/notifications.ts';
import { create } from 'zustand';
import { isPaused } from '#entities/user/status.ts';
import { host } from '#host/browser.ts';
import type { NotifyPermission } from '#host/host.ts';
import { OPTIONS } from '#sync/api.ts';
import { clientHost } from '#sync/clientHost.ts';
import { nowDate } from '#sync/clock.ts';
import { isEncrypting } from '#sync/encryption/state.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { storedToken } from '#sync/token.ts';
import { wordsOf } from '#sync/words.ts';
import { showBanner } from '#ui/banner/banner.ts';
import { notify } from '#ui/overlays/notices.ts';
import { type NotifyChoices, readChoices, storeChoices } from './notifyChoices.ts';

interface Notifying {
  permission: NotifyPermission;
  choices: NotifyChoices;
  quiet: QuietHours;
  /** True if the browser could not be subscribed, because its push service was not reached or there is no worker. */
  isPushLost: boolean;
  /** True if the workspace has push enabled. */
  isPushOpen: boolean;
}

export const useNotifying = create<Notifying>(() => ({
  permission: host.notifyPermission(),
  choices: readChoices(),
  quiet: NO_QUIET,
  isPushLost: false,
  isPushOpen: true,
}));
const { setState: set, getState: get } = useNotifying;

/** Asks for the browser's permission, which only a click may do. */
export async function allowNotifications(): Promise<void> {
  const permission = await host.requestNotifications();
  set({ permission });
  await chooseNotifications({ isAsked: true, ...(permission === 'granted' && { isOn: true }) });
}

export async function chooseNotifications(change: Partial<NotifyChoices>): Promise<void> {
  const choices = { ...get().choices, ...change };
  storeChoices(choices);
  set({ choices });
  await syncNotifications();
}

/** Updates the browser's subscription and the server to match the choices. */
export async function syncNotifications(): Promise<void> {
  const permission = host.notifyPermission();
  set({ permission });
  if (permission !== 'granted') return;
  try {
    const { public_key, subscribed, is_open, ...quiet } = await client.api.call(pushInfo, {});
    set({ quiet, isPushOpen: is_open });
    if (!is_open) return;
    const { isOn, isPushed, hasSound } = get().choices;
    if (!isOn || !isPushed || !host.canPush()) {
      if (subscribed) await client.api.call(pushUnsubscribe, {});
      if (host.canPush()) await host.endPush();
      await clientHost.storage.delete(NOTE_KEY);
      return;
    }
    const address = await host.subscribePush(public_key).catch(() => null);
    set({ isPushLost: !address });
    if (!address) return;
    const silent = !hasSound;
    await keepNoteSession();
    const sent = JSON.stringify([address, silent]);
    if (subscribed && sent === lastSent()) return;
    await client.api.call(pushSubscribe, { ...address, silent });
    localStorage.setItem(SENT, sent);
  } catch {
    // Without a network nothing is pushed either, and the next start corrects it.
  }
}
/**
 * Stores the session for replies from notifications, which the worker sends while no page is open. It is deleted with
 * the person's data. The worker does not encrypt: if the workspace wants that, the button opens the chat instead.
 */
const keepNoteSession = () => {
  if (isEncrypting()) return clientHost.storage.delete(NOTE_KEY);
  const { version, platform } = OPTIONS;
  const session: SendCredentials = { token: storedToken(), language: client.api.language, version, platform };
  return clientHost.storage.set(NOTE_KEY, session);
};

const SENT = 'push_sent';
const lastSent = () => localStorage.getItem(SENT);

/** True if it was saved; otherwise the server's error has been shown. */
export async function saveQuietHours(quiet_from: string, quiet_to: string, quiet_days = EVERY_DAY): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    set({ quiet: await client.api.call(pushQuiet, { quiet_from, quiet_to, timezone: timeZone, quiet_days }) });
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
/** Moves quiet hours to the reader's time zone: in another zone they apply to its local time. */
export async function moveQuietHours(timezone: string): Promise<void> {
  const { quiet_from, quiet_to, timezone: before, quiet_days } = get().quiet;
  if (!quiet_from || before === timezone) return;
  // Without a network they stay unchanged until the next time.
  const moved = await client.api.call(pushQuiet, { quiet_from, quiet_to, timezone, quiet_days }).catch(() => null);
  if (moved) set({ quiet: moved });
}
export async function readQuietHours(): Promise<void> {
  const { public_key: _key, subscribed: _is, is_open, ...quiet } = await client.api.call(pushInfo, {});
  set({ quiet, isPushOpen: is_open });
}

/** True if nothing may notify or sound now: in quiet hours, and while the person pauses notifications. */
export const isUndisturbed = (): boolean =>
  isQuiet(get().quiet, nowDate()) || isPaused(client.store.get('user', client.user?.userid ?? 0));

/**
 * True for phones that show a banner above the screen while the app is in front, because systems do not notify then.
 */
const hasBanner = () =>
  document.visibilityState === 'visible' && (host.kind === 'mobile' || matchMedia(BANNER_SCREENS).matches);
const BANNER_SCREENS = '(max-width: 767px) and (pointer: coarse)';

/** Notifies of a message that arrives while its reader looks elsewhere; `open` follows a tap on a banner. */
export function notifyOfMessage(
  message: ClientMessage,
  silence: boolean,
  open: (place: string) => void = () => undefined,
): void {
  const dialog = client.store.get('dialog', message.dialog_id);
  const { choices } = get();
  const isLooking = document.hasFocus() && client.opened.isOpen(message.dialog_id);
  if (silence || !dialog || isLooking || !choices.isOn) return;
  if (dialog.silence && !message.mention) return;
  if (isUndisturbed()) return;
  const isBanner = hasBanner();
  if (!isBanner && host.notifyPermission() !== 'granted') return;
  const author = client.store.get('user', message.userid);
  const name = author?.nickname ?? '';
  const note = {
    title: dialog.type === 'group' && name ? `${dialog.name} (${name})` : dialog.name,
    body: previewLine(message),
    icon: author?.userimg || '/icon.svg',
    place: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
  };
  if (isBanner) return showBanner({ ...note, text: note.body, onTap: () => open(note.place) });
  host.notify({
    ...note,
    dialog_id: message.dialog_id,
    msg_id: message.id,
    silent: !choices.hasSound,
    reply: t('message.reply'),
  });
}

/** Sends a test push. Returns the server's error if it could not be sent. */
export async function checkPush(): Promise<string> {
  try {
    await client.api.call(pushCheck, {});
    notify(t('push.sent'));
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
