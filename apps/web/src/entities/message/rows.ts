import type { ClientMessage } from '@atrium/client/rows.ts';
import { SYSTEM_TYPES } from '@atrium/contract/messages.ts';
import { parseWire } from '#sync/time.ts';
import { dayKey } from './time.ts';

/** What a conversation's list is made of, top to bottom. */
export type ListRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'notice'; key: string; message: ClientMessage }
  | { kind: 'message'; key: string; message: ClientMessage; isFirst: boolean };

/** One person's messages within three minutes share one picture and name. */
const TOGETHER_MS = 3 * 60_000;

export function rowsOf(
  messages: readonly ClientMessage[],
  firstUnread: number,
  keyOf: (id: number) => number,
): ListRow[] {
  const rows: ListRow[] = [];
  let previous: ClientMessage | undefined;
  for (const message of messages) {
    const isNewDay = !previous || dayKey(previous.created_at) !== dayKey(message.created_at);
    if (isNewDay) rows.push({ kind: 'day', key: `day${message.id}`, at: message.created_at });
    const isUnreadEdge = message.id === firstUnread && previous !== undefined;
    if (isUnreadEdge) rows.push({ kind: 'unread', key: 'unread' });
    if (SYSTEM_TYPES.includes(message.type)) rows.push({ kind: 'notice', key: `m${message.id}`, message });
    else {
      const isFirst = isNewDay || isUnreadEdge || !continues(previous, message);
      rows.push({ kind: 'message', key: `m${keyOf(message.id)}`, message, isFirst });
    }
    previous = message;
  }
  return rows;
}

function continues(previous: ClientMessage | undefined, message: ClientMessage): boolean {
  if (!previous || SYSTEM_TYPES.includes(previous.type) || previous.userid !== message.userid) return false;
  return parseWire(message.created_at).getTime() - parseWire(previous.created_at).getTime() < TOGETHER_MS;
}
