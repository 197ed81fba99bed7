import type { UserBasic } from '@atrium/contract/people/users.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';

type Fields = Pick<UserBasic, 'status_emoji' | 'status_text' | 'status_until' | 'in_meeting' | 'dnd_until'>;
type Person = Partial<Fields> | undefined;

/** True if the time has passed by the server's clock. */
const isOver = (until: string | null | undefined) => Boolean(until && parseWire(until) <= nowDate());

/** True if a person has paused notifications. */
export const isPaused = (user: Person): boolean => Boolean(user?.dnd_until) && !isOver(user?.dnd_until);

/** The status of a person: a meeting while it lasts, else the one they set, else that they pause notifications. */
export function statusOf(user: Person): { emoji: string; text: string } | null {
  if (!user) return null;
  if (user.in_meeting) return { emoji: MEETING_EMOJI, text: t('status.meeting') };
  const { status_emoji: emoji = '', status_text: text = '' } = user;
  if ((emoji || text) && !isOver(user.status_until)) return { emoji, text };
  return isPaused(user) ? { emoji: PAUSED_EMOJI, text: t('status.paused') } : null;
}
const MEETING_EMOJI = '🗓️';
export const PAUSED_EMOJI = '🔕';

/** The status in one line; '' = nothing. It leaves out the pause if the end of that is shown beside it. */
export function statusWords(user: Person, { withPause = true } = {}): string {
  const status = statusOf(withPause || !user ? user : { ...user, dnd_until: null });
  const paused = withPause && isPaused(user) && status?.emoji !== PAUSED_EMOJI ? PAUSED_EMOJI : '';
  return [status?.emoji, status?.text, paused].filter(Boolean).join(' ');
}
