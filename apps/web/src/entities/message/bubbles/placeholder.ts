import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { nowMs } from '#sync/clock.ts';
import { parseWire } from '#sync/time.ts';

const EXPIRY_MS = 10 * 60_000;

/**
 * A message that says nothing yet: without a time it is still on its way here; three dots stand where somebody's answer
 * will be, and for ten minutes one may hope for it.
 */
export function placeholderState(
  message: Pick<ClientMessage, 'type' | 'msg' | 'created_at'>,
  at: number = nowMs(),
): 'loading' | 'waiting' | 'expired' | 'none' {
  if (!message.created_at) return 'loading';
  if (message.type !== 'text' || message.msg['text'] !== '...' || message.msg['type'] !== 'md') return 'none';
  return at - parseWire(message.created_at).getTime() > EXPIRY_MS ? 'expired' : 'waiting';
}
