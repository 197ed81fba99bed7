import type { ClientMessage } from '@atrium/client/store/rows.ts';
import {
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
import { host } from '#host/browser.ts';
import type { NotifyPermission } from '#host/host.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { type NotifyChoices, readChoices, storeChoices } from './notifyChoices.ts';

interface Notifying {
  permission: NotifyPermission;
  choices: NotifyChoices;
  quiet: QuietHours;
  /** The browser could not be subscribed: its push service was not reached, or there is no worker here. */
  isPushLost: boolean;
  /** Whether the workspace has push enabled. */
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

/** Asks for the browser's permission; only on a click. */
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
      return;
    }
    const address = await host.subscribePush(public_key).catch(() => null);
    set({ isPushLost: !address });
    if (!address) return;
    const silent = !hasSound;
    const sent = JSON.stringify([address, silent]);
    if (subscribed && sent === lastSent()) return;
    await client.api.call(pushSubscribe, { ...address, silent });
    localStorage.setItem(SENT, sent);
  } catch {
    // Without a network nothing is pushed either: the next start corrects it.
  }
}
const SENT = 'push_sent';
const lastSent = () => localStorage.getItem(SENT);

/** True if it was saved; otherwise the server's error has been shown. */
export async function saveQuietHours(quiet_from: string, quiet_to: string): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    set({ quiet: await client.api.call(pushQuiet, { quiet_from, quiet_to, timezone: timeZone }) });
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
/** Quiet hours follow the reader: in another time zone they apply to its local time. */
export async function moveQuietHours(timezone: string): Promise<void> {
  const { quiet_from, quiet_to, timezone: before } = get().quiet;
  if (!quiet_from || before === timezone) return;
  // Without a network they stay unchanged until next time.
  const moved = await client.api.call(pushQuiet, { quiet_from, quiet_to, timezone }).catch(() => null);
  if (moved) set({ quiet: moved });
}
export async function readQuietHours(): Promise<void> {
  const { public_key: _key, subscribed: _is, is_open, ...quiet } = await client.api.call(pushInfo, {});
  set({ quiet, isPushOpen: is_open });
}

/** Notifies of a message that arrives while its reader looks elsewhere. */
export function notifyOfMessage(message: ClientMessage, silence: boolean): void {
  const dialog = client.store.get('dialog', message.dialog_id);
  const { choices, quiet } = get();
  const isLooking = document.hasFocus() && client.opened.isOpen(message.dialog_id);
  if (silence || !dialog || isLooking || !choices.isOn || host.notifyPermission() !== 'granted') return;
  if (dialog.silence && !message.mention) return;
  if (isQuiet(quiet, nowDate())) return;
  const author = client.store.get('user', message.userid);
  const name = author?.nickname ?? '';
  host.notify({
    title: dialog.type === 'group' && name ? `${dialog.name} (${name})` : dialog.name,
    body: previewLine(message),
    icon: author?.userimg || '/icon.svg',
    place: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
    msg_id: message.id,
    silent: !choices.hasSound,
  });
}

/** The server's error if it could not be sent. */
export async function checkPush(): Promise<string> {
  try {
    await client.api.call(pushCheck, {});
    notify(t('push.sent'));
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
