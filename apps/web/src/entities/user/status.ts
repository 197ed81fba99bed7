import type { UserBasic } from '@atrium/contract/people/users.ts';
import { nowDate } from '#sync/clock.ts';
import { parseWire } from '#sync/time.ts';

type Status = Pick<UserBasic, 'status_emoji' | 'status_text' | 'status_until'>;

/** What a person says about where they are; '' = nothing, or it has ended. */
export function statusWords(user: Partial<Status> | undefined): string {
  if (!user || (user.status_until && parseWire(user.status_until) < nowDate())) return '';
  return [user.status_emoji, user.status_text].filter(Boolean).join(' ');
}
