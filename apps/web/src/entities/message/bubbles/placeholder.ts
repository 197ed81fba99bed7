import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { nowMs } from '#sync/clock.ts';
import { parseWire } from '#sync/time.ts';

const EXPIRY_MS = 10 * 60_000;

/**
 * A message without content yet: without a time it is being sent; three dots are a pending answer, which expires after
 * ten minutes.
 */
export function placeholderState(
  message: Pick<ClientMessage, 'type' | 'msg' | 'created_at'>,
  at: number = nowMs(),
): 'loading' | 'waiting' | 'expired' | 'none' {
  if (!message.created_at) return 'loading';
  if (message.type !== 'text' || message.msg['text'] !== '...' || message.msg['type'] !== 'md') return 'none';
  return at - parseWire(message.created_at).getTime() > EXPIRY_MS ? 'expired' : 'waiting';
}
