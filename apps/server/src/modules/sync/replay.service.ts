import type { Message } from '@atrium/contract/chat/messages.ts';
import { messagesAlive } from '#modules/dialogs/dialogs.access';
import { addedData, addedVariants } from '#modules/dialogs/posting/post.service';
import { countAnswers, listShown } from '#modules/messages/messages.service';
import { inNameOf } from '#platform/callers';
import { type Audience, type CommittedEvent, NODE_NOTICE } from '#platform/events/events';
import type { View } from '#platform/work';
import type { Cursor } from './cursor.queries.ts';
import { isOfThisHistory, parseCursor } from './cursor.ts';
import { type EventRow, listEventsFor, listEventsForAll, listMissedIds, listReceivers } from './replay.queries.ts';
import { filterVisible } from './rights.service.ts';

/** The number of days that events are stored. */
export const KEPT_DAYS = 7;
/** If a client missed more events, loading everything is cheaper for both sides. */
const MAX_EVENTS = 2000;

/** The ids of events that a person missed, and the data for cursors within them. */
export interface MissedEvents {
  /** The ids of the events in replay order. */
  ids: number[];
  /** `after[i]` is a cursor for a client that has everything up to `ids[i]`. */
  after: Cursor[];
  /** A cursor for a client that has all the events. */
  end: Cursor;
}

/**
 * The position from which a client resumes. Null if it cannot: the cursor is too old, belongs to another history of
 * this database, or too many events followed. `seen` is the highest event id that the client knows.
 */
export async function openCursor(view: View, text: string, seen: number): Promise<Cursor | null> {
  const cursor = parseCursor(text);
  if (!cursor || view.now.getTime() / 1000 - cursor.seconds > (KEPT_DAYS - 1) * 86_400) return null;
  return (await isOfThisHistory(view.tx, cursor, seen)) ? cursor : null;
}

export const exceedsReplayLimit = (missed: MissedEvents): boolean => missed.ids.length > MAX_EVENTS;

/**
 * Lists what a person missed since a cursor, in the order it was written.
 *
 * The list is complete from the first event on: a repeated older event is corrected by the later ones only if they are
 * repeated too, and an event with a later id may be of an earlier transaction.
 */
export async function listMissed(view: View, userid: number, cursor: Cursor): Promise<MissedEvents> {
  const rows = await listMissedIds(view.tx, cursor.xid, userid);
  const last = rows.pop();
  const { epoch } = cursor;
  const end: Cursor = {
    epoch,
    xid: last?.xid ?? cursor.xid,
    seconds: Math.floor(view.now.getTime() / 1000),
    id: Number(last?.id ?? 0),
  };
  rows.sort((a, b) => a.id - b.id);
  // A client that has a part of the events resumes from the oldest transaction of the rest.
  const after: Cursor[] = [];
  let { xid } = end;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row) continue;
    after[index] = { ...end, xid };
    if (BigInt(row.xid) < BigInt(xid)) xid = row.xid;
  }
  return { ids: rows.map(({ id }) => id), after, end };
}

/** Reads some of the events with their content, as the person may see it now: revoked content is left out. */
export async function readMissed(view: View, userid: number, ids: readonly number[]): Promise<CommittedEvent[]> {
  const rows = await listEventsFor(view.tx, ids, userid);
  return hydrate(view, userid, await filterVisible(view, rows));
}

/** The fields of a message that differ between viewers, in their current state. */
const personal = ({ mention, dot }: Message) => ({ mention, dot });

const isEdited = (row: EventRow) => row.type === 'dialog' && row.action === 'update';
const isAdded = (row: EventRow) => row.type === 'dialog' && row.action === 'add';

/** The current messages of these events: events store only their ids. */
async function messagesOf(tx: View['tx'], userid: number, rows: readonly EventRow[]) {
  const messages = await listShown(
    tx,
    userid,
    rows.filter(isAdded).map((row) => Number(row.data.id)),
  );
  const answers = await countAnswers(tx, [...new Set(messages.map(({ message }) => message.reply_id))]);
  return new Map(
    messages.map(({ message, at }) => [
      message.id,
      { message, at, data: addedData(message, at, answers.get(message.reply_id)) },
    ]),
  );
}

/** Fills events of messages from the messages, without withdrawn ones. */
async function hydrate(view: View, userid: number, rows: readonly EventRow[]): Promise<CommittedEvent[]> {
  const messages = await messagesOf(view.tx, userid, rows);
  return rows.flatMap((row) => {
    const shown = isAdded(row) ? messages.get(Number(row.data.id)) : undefined;
    if (isAdded(row) && !shown) return [];
    const data = shown ? { ...shown.data, ...personal(shown.message) } : row.data;
    const patch = row.variants?.find((variant) => variant.users.includes(userid))?.patch;
    return [
      {
        id: Number(row.id),
        at: row.at.getTime(),
        type: row.type,
        action: row.action,
        data: patch ? { ...data, ...patch } : data,
        audience: { aud: 'users' as const, users: [userid] },
        ...(shown && { extra: { silence: shown.message.silence } }),
      },
    ];
  });
}

/** Forces a new look-up of members: events do not store how fresh it must be. */
const FRESH = Number.MAX_SAFE_INTEGER;

/**
 * Reads events for all receivers at once, because their writers did not learn that they were committed. `online` are
 * the people with a connection here; an event about something restricted is addressed to those who may see it.
 */
export async function readForAll(
  view: View,
  ids: readonly number[],
  online: readonly number[],
): Promise<CommittedEvent[]> {
  const rows = await listEventsForAll(view.tx, ids);
  const messages = await messagesOf(view.tx, 0, rows);
  const ofDialogs = rows.filter((row) => row.aud === 'dialog' && row.type === 'dialog' && !isAdded(row));
  const alive = await messagesAlive(
    view,
    ofDialogs.filter(isEdited).map(({ data }) => Number(data.id)),
  );
  const receivers = await receiversOf(
    view,
    rows.filter((row) => !isAdded(row) && !ofDialogs.includes(row) && row.type !== NODE_NOTICE),
    online,
  );
  return rows.flatMap((row): CommittedEvent[] => {
    const common = { id: Number(row.id), at: row.at.getTime(), xid: row.xid, type: row.type, action: row.action };
    if (row.type === NODE_NOTICE) return [{ ...common, data: row.data, audience: { aud: 'nodes' } }];
    // People who view a dialog get these events too, although they are not in its list of members.
    if (ofDialogs.includes(row)) {
      if (isEdited(row) && !alive.has(Number(row.data.id))) return [];
      const audience: Audience = { aud: 'dialog', ref: row.ref, version: FRESH };
      return [{ ...common, data: row.data, audience, ...(row.variants && { variants: row.variants }) }];
    }
    if (!isAdded(row)) {
      const users = receivers.get(common.id) ?? [];
      return users.length === 0
        ? []
        : [
            {
              ...common,
              data: row.data,
              audience: { aud: 'users', users },
              ...(row.variants && { variants: row.variants }),
            },
          ];
    }
    const shown = messages.get(Number(row.data.id));
    if (!shown) return [];
    const audience: Audience = { aud: 'dialog', ref: row.ref, version: FRESH };
    const variants = addedVariants(shown.message, shown.at);
    return [{ ...common, data: shown.data, audience, variants, extra: { silence: shown.message.silence } }];
  });
}

async function receiversOf(
  view: View,
  rows: readonly EventRow[],
  online: readonly number[],
): Promise<Map<number, number[]>> {
  const receivers = new Map<number, number[]>();
  if (rows.length === 0 || online.length === 0) return receivers;
  const addressed = await listReceivers(
    view.tx,
    online,
    rows.map(({ id }) => id),
  );
  for (const { userid, identity, ids } of addressed) {
    const own = rows.filter((row) => ids.includes(Number(row.id)));
    for (const { id } of await filterVisible(inNameOf(view, { userid, identity }), own))
      receivers.set(Number(id), [...(receivers.get(Number(id)) ?? []), userid]);
  }
  return receivers;
}
