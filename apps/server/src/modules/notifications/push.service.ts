import { isQuiet, type PushNote } from '@atrium/contract/people/notifications.ts';
import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import webpush from 'web-push';
import { badgesOf } from '#modules/dialogs/counters.service';
import { previewText } from '#modules/dialogs/preview.service';
import { settingsOf } from '#modules/system/settings.service';
import { avatarUrl, displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { addedMessages, follower } from '#platform/events/eventLog';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import {
  deleteSubscriptions,
  enqueueAgain,
  enqueuePushes,
  findSubscription,
  isAnyoneSubscribed,
  listPushed,
  listSubscribed,
  listTargets,
  type NotificationPause,
  type PushedMessage,
  type PushTarget,
} from './push.queries.ts';
import { pushKeys } from './pushKeys.service.ts';
import { isPushOpen, pushContact } from './pushSetting.service.ts';

/**
 * Notifies browsers without an open tab. A send does not depend on it:
 *
 * 1. `pushFollower` reads new messages from the event log and makes one job for each conversation;
 * 2. seconds later the job looks up who has not read the messages, and notifies them. Subscriptions that the browser
 *   gave up are deleted; unreachable ones are retried separately, so that nobody is notified twice.
 */
/** A push service stores an undelivered notification for this long. */
const TTL_S = 3600;
/** Push services accept 4096 bytes including the encryption. */
const MAX_BODY = 300;
const AT_ONCE = 16;
const AGAIN = 2;
/** The number of messages of a job. If a busy conversation had no job for a while, only the newest messages matter. */
const MAX_MESSAGES = 200;

export const pushFollower = follower({
  name: 'push',
  isWanted: ({ db }) => isAnyoneSubscribed(db),
  async take(tx, events, app) {
    const added = addedMessages(events);
    // Messages sent while push is disabled are never pushed later.
    if (added.length > 0 && (await isPushOpen(app))) await enqueuePushes(tx, added);
  },
});

interface Again {
  ids: number[];
  to: number[];
  left: number;
}
export const pushTasks = (app: App) => ({
  push: (ids: unknown) => pushMessages(app, ids as number[]),
  push_again: (payload: unknown) => {
    const { ids, to, left } = payload as Again;
    return pushMessages(app, ids, to, left);
  },
});

/**
 * Runs the job: notifies everybody who has not read these messages of one conversation. `to` = only these
 * subscriptions.
 */
async function pushMessages(app: App, ids: readonly number[], to?: readonly number[], left = AGAIN) {
  if (!(await isPushOpen(app))) return;
  const latest = [...ids].sort((a, b) => a - b).slice(-MAX_MESSAGES);
  const now = new Date();
  const targets = (await listTargets(app.db, latest, to)).filter(
    (target) => !isPaused(target, now) && !isQuiet(hoursOf(target), now),
  );
  if (targets.length === 0) return;
  const messages = new Map(
    (await listPushed(app.db, [...new Set(targets.map(({ msg_id }) => msg_id))])).map((each) => [each.id, each]),
  );
  const badgeOf = await badgesOf(
    app.db,
    targets.map(({ userid }) => userid),
  );
  const keys = await pushKeys(app);
  const dead: number[] = [];
  const unanswered: number[] = [];
  const waiting = targets.values();
  const send = async () => {
    for (const target of waiting) {
      const message = messages.get(target.msg_id);
      if (!message) continue;
      const note = { ...noteOf(app, target, message), badge: badgeOf(target.userid) };
      const status = await sendOne(app, keys, target, note, `dialog-${message.dialog_id}`);
      if (status === 404 || status === 410) dead.push(target.id);
      else if (status === 0 || status === 429 || status >= 500) unanswered.push(target.id);
      // The service refuses for good, so a retry would not help.
      else if (status >= 300)
        app.log.warn({ status, subscription: target.id }, 'the push service refused a notification');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  if (dead.length > 0) await deleteSubscriptions(app.db, dead);
  if (unanswered.length > 0 && left > 0) await enqueueAgain(app.db, { ids: latest, to: unanswered, left: left - 1 });
}

const isPaused = ({ dnd_until }: NotificationPause, now: Date) => dnd_until !== null && dnd_until > now;

const hoursOf = ({ quiet_from, quiet_to, timezone, quiet_days }: NotificationPause) => ({
  quiet_from: quiet_from ?? '',
  quiet_to: quiet_to ?? '',
  timezone: timezone ?? 'UTC',
  quiet_days: quiet_days ?? [],
});

interface Note {
  title: string;
  body: string;
  place: string;
  /** A new notification replaces an older one with the same tag. */
  tag: string;
  /** The order of notifications: a newer one has a higher position. */
  position: number;
}
/** Notifies a person's devices of something else than a message, unless they pause. It is not tried again. */
export async function pushNote(app: App, userid: number, { position, ...note }: Note): Promise<void> {
  if (!(await isPushOpen(app))) return;
  const now = new Date();
  const targets = (await listSubscribed(app.db, userid)).filter(
    (target) => !isPaused(target, now) && !isQuiet(hoursOf(target), now),
  );
  if (targets.length === 0) return;
  const keys = await pushKeys(app);
  const dead: number[] = [];
  const send = async (target: (typeof targets)[number]) => {
    const whole = { ...note, body: truncate(note.body, MAX_BODY), icon: '/icon.svg', msg_id: position, dialog_id: 0 };
    const own = { ...whole, silent: target.silent === 1, reply: '', read: '' };
    const status = await sendOne(app, keys, target, own, note.tag);
    if (status === 404 || status === 410) dead.push(target.id);
  };
  await Promise.all(targets.map(send));
  if (dead.length > 0) await deleteSubscriptions(app.db, dead);
}

/** Sends a test notification to the caller's device. @throws push.off, push.none, push.failed */
export async function checkPush({ app, caller }: Direct) {
  if (!(await isPushOpen(app))) throw fail('push.off');
  const target = await findSubscription(app.db, caller.deviceId);
  if (!target) throw fail('push.none');
  const title = (await settingsOf(app)).system_alias;
  const body = translate(caller.lang, 'push.check_note');
  const note = {
    title,
    body,
    icon: '/icon.svg',
    place: '/manage/setting/notification',
    msg_id: 0,
    dialog_id: 0,
    silent: false,
    reply: '',
    read: '',
  };
  const status = await sendOne(app, await pushKeys(app), target, note, 'check');
  if (status < 200 || status >= 300) throw fail('push.failed', { status });
  return {};
}

/** Returns the push service's HTTP status; 0 if it does not answer. */
async function sendOne(
  app: App,
  keys: { publicKey: string; privateKey: string },
  target: Pick<PushTarget, 'id' | 'endpoint' | 'p256dh' | 'auth'>,
  note: PushNote,
  topic: string,
): Promise<number> {
  try {
    const details = webpush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      JSON.stringify(note),
      {
        vapidDetails: { subject: await pushContact(app), ...keys },
        TTL: TTL_S,
        urgency: 'high',
        // A device that comes back online gets the newest notification of a conversation only.
        topic,
      },
    );
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
    const answer = await app.outbound({ url: details.endpoint, method: 'POST', headers, body: details.body });
    return answer.status;
  } catch (error) {
    app.log.warn({ err: error, subscription: target.id }, 'could not send a push notification');
    return 0;
  }
}

function noteOf(app: App, target: PushTarget, message: PushedMessage): PushNote {
  const lang: Language = isLanguage(target.lang) ? target.lang : 'en';
  const author = message.email === null ? null : { nickname: message.nickname ?? '', email: message.email };
  const name = author ? displayName(author, lang) : '';
  const group = message.name || translate(lang, message.group_type === 'all' ? 'word.all_members' : 'word.unknown');
  return {
    title: message.dialog_type === 'user' ? name : name ? `${group} (${name})` : group,
    body: truncate(previewText(message, lang), MAX_BODY),
    icon: author ? new URL(avatarUrl(app, { ...author, userimg: message.userimg ?? '' })).pathname : '/icon.svg',
    place: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
    msg_id: message.id,
    dialog_id: message.dialog_id,
    reply: translate(lang, 'push.reply'),
    read: translate(lang, 'push.read'),
    silent: target.silent === 1,
  };
}
