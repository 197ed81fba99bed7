import { plainText } from '@atrium/richtext/plainText.ts';
import { readRanges } from '#modules/dialogs/reads.service';
import type { App } from '#platform/app';
import { callerFor, systemCaller } from '#platform/callers';
import { addedMessages, follower } from '#platform/events/eventLog';
import { performWork, type Work } from '#platform/work';
import { type CheckinMessage, listCheckinMessages } from './checkin.queries.ts';
import { metresBetween } from './hours.ts';
import { punch, sendPunchMessage } from './punch.service.ts';
import { checkinOf, hasMode, isCheckinOpen, wasCheckinEnabled } from './setting.service.ts';

/** The bot follows the event log like assistants do, so that a send does not depend on it. */
const ATTEMPT_MS = 1000;
const QUICK_KEY = /<span[^<>]*\sdata-quick-key="manual-checkin"/;

export const punchFollower = follower({
  name: 'checkin',
  // There is no bot before check-in was first enabled.
  isWanted: wasCheckinEnabled,
  async take(tx, events) {
    const added = addedMessages(events);
    return added.length > 0 ? listCheckinMessages(tx, added) : [];
  },
  async after(app, said) {
    for (const each of said) {
      try {
        await onMessage(app, each);
      } catch (error) {
        app.log.error({ err: error, message: each.id }, 'a check-in failed');
      }
    }
  },
});

/** Handles a message or pressed button. */
async function onMessage(app: App, said: CheckinMessage): Promise<void> {
  const { userid, dialog_id, bot } = said;
  await performWork(app, callerFor(bot), (work) => readRanges(work, dialog_id, [[said.join_seq + 1, said.seq]]));
  const mode = modeOf(said);
  if (!mode || !app.limiter.take(`checkin:${userid}`, 1, ATTEMPT_MS)) return;
  await performWork(app, systemCaller, (work) => attempt(work, said, mode));
}

function modeOf({ type, msg }: CheckinMessage): 'manual' | 'locat' | null {
  if (type === 'location') return 'locat';
  const text = String(msg['text'] ?? '');
  return QUICK_KEY.test(text) || plainText(text, 'html').trim() === 'manual-checkin' ? 'manual' : null;
}

/** @see decision 0030: the distance is computed here; the message's claim is ignored. */
async function attempt(
  work: Work,
  { userid, msg, created_at: at }: CheckinMessage,
  mode: 'manual' | 'locat',
): Promise<void> {
  const { app } = work;
  if (!isCheckinOpen(app)) return sendPunchMessage(work, [userid], 'bot.checkin_closed', '');
  if (!hasMode(app, mode)) return sendPunchMessage(work, [userid], 'bot.checkin_mode', '');
  const { locat_point: point } = checkinOf(app);
  if (mode === 'locat' && point) {
    // Other map services shift their coordinates by hundreds of meters.
    if (msg['type'] !== 'wgs84') return sendPunchMessage(work, [userid], 'bot.checkin_map', '');
    const metres = Math.round(metresBetween(point, { lng: Number(msg['lng']), lat: Number(msg['lat']) }));
    if (!(metres <= point.radius))
      return sendPunchMessage(work, [userid], 'bot.checkin_far', `${metres} m > ${point.radius} m`);
  }
  await punch(work, { userids: [userid], at, mode });
}
