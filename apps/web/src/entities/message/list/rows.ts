import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { SYSTEM_TYPES } from '@atrium/contract/chat/messages.ts';
import { parseWire } from '#sync/time.ts';

/** The rows of a conversation's list, top to bottom. */
export type ListRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'notice'; key: string; message: ClientMessage }
  | { kind: 'message'; key: string; message: ClientMessage; isFirst: boolean };

type MessageRow = Extract<ListRow, { message: ClientMessage }>;
/** The previous row of each message, so that an identical one is not redrawn. */
const lately = new WeakMap<ClientMessage, MessageRow>();

function rowOf(row: MessageRow): MessageRow {
  const last = lately.get(row.message);
  const isSame = last?.kind === row.kind && last.key === row.key;
  if (isSame && (last.kind === 'notice' || last.isFirst === (row as typeof last).isFirst)) return last;
  lately.set(row.message, row);
  return row;
}

/** The time of each message in milliseconds, which is needed with every new message. */
const times = new WeakMap<ClientMessage, number>();
function timeOf(message: ClientMessage): number {
  const known = times.get(message);
  if (known !== undefined) return known;
  const time = parseWire(message.created_at).getTime();
  times.set(message, time);
  return time;
}

/** Says for consecutive messages whether each starts a new day, mostly without a look-up. */
function newDays(): (message: ClientMessage) => boolean {
  let [from, until] = [0, 0];
  return (message) => {
    const time = timeOf(message);
    if (time >= from && time < until) return false;
    from = new Date(time).setHours(0, 0, 0, 0);
    until = new Date(time).setHours(24, 0, 0, 0);
    return true;
  };
}

/** The messages of a person within three minutes share avatar and name. */
const TOGETHER_MS = 3 * 60_000;

export function rowsOf(
  messages: readonly ClientMessage[],
  firstUnread: number,
  keyOf: (id: number) => number,
): ListRow[] {
  const rows: ListRow[] = [];
  const isOfNewDay = newDays();
  let previous: ClientMessage | undefined;
  for (const message of messages) {
    const isNewDay = isOfNewDay(message);
    if (isNewDay) rows.push({ kind: 'day', key: `day${message.id}`, at: message.created_at });
    const isUnreadEdge = message.id === firstUnread && previous !== undefined;
    if (isUnreadEdge) rows.push({ kind: 'unread', key: 'unread' });
    if (SYSTEM_TYPES.includes(message.type)) rows.push(rowOf({ kind: 'notice', key: `m${message.id}`, message }));
    else {
      const isFirst = isNewDay || isUnreadEdge || !continues(previous, message);
      rows.push(rowOf({ kind: 'message', key: `m${keyOf(message.id)}`, message, isFirst }));
    }
    previous = message;
  }
  return rows;
}

function continues(previous: ClientMessage | undefined, message: ClientMessage): boolean {
  if (!previous || SYSTEM_TYPES.includes(previous.type) || previous.userid !== message.userid) return false;
  return timeOf(message) - timeOf(previous) < TOGETHER_MS;
}
