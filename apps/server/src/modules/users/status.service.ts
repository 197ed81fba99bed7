import type { InputOf } from '@atrium/contract/kit.ts';
import type * as profile from '@atrium/contract/people/profile.ts';
import * as users from '@atrium/contract/people/users.ts';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork, type Work } from '#platform/work';
import { MEETING_MARK_MS, presentBasic } from './present.service.ts';
import { saveUser } from './profile.service.ts';
import { clearEnded, leaveMeeting, listEnded, markInMeeting } from './status.queries.ts';

export async function setStatus(work: Work, { emoji, text, minutes, dnd }: InputOf<typeof profile.userStatus>) {
  const isSet = emoji !== '' || text !== '';
  const until = minutes ? new Date(work.now.getTime() + minutes * 60_000) : null;
  const user = await saveUser(work, work.caller.userid, {
    status_emoji: emoji,
    status_text: text,
    status_until: isSet ? until : null,
    dnd_until: dnd ? until : null,
  });
  return presentBasic(work.app, user);
}

/** Shows that these people are in a meeting, for the next minutes. Only the first time is announced. */
export async function showInMeeting(work: Work, userids: readonly number[]): Promise<void> {
  const stale = new Date(work.now.getTime() - MEETING_MARK_MS);
  for (const user of await markInMeeting(work.tx, userids, work.now, stale))
    work.emit(users.userUpdated, { aud: 'all' }, presentBasic(work.app, user));
}

export async function showLeftMeeting(work: Work, userid: number): Promise<void> {
  const user = await leaveMeeting(work.tx, userid);
  if (user) work.emit(users.userUpdated, { aud: 'all' }, presentBasic(work.app, user));
}

export const STATUS_JOB = 'end_statuses';
const AT_ONCE = 1000;

/** Runs once a minute: clears statuses that have ended by the server's clock, and notifies everybody. */
export async function endStatuses(app: App, now = new Date()): Promise<void> {
  const stale = new Date(now.getTime() - MEETING_MARK_MS);
  const ended = await listEnded(app.db, now, stale, AT_ONCE);
  if (ended.length === 0) return;
  await performWork(app, systemCaller, async (work) => {
    for (const user of await clearEnded(work.tx, ended, now, stale))
      work.emit(users.userUpdated, { aud: 'all' }, presentBasic(app, user));
  });
}
