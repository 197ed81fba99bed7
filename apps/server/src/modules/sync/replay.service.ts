import type { Message } from '@atrium/contract/messages.ts';
import { sql } from 'kysely';
import { addedData } from '#modules/dialogs/post.service';
import { countAnswers, listShown } from '#modules/messages/messages.service';
import type { CommittedEvent, Variant } from '#platform/events';
import type { View } from '#platform/work';
import { parseCursor } from './cursor.ts';

/** Events are kept this long. */
export const KEPT_DAYS = 7;
/** More than this and a fresh load is cheaper for both sides. */
const MAX_EVENTS = 2000;

interface EventRow {
  id: number;
  type: string;
  action: string;
  data: Record<string, unknown>;
  variants: Variant[] | null;
}

/**
 * What a person missed since a cursor, in the order it was written, each as they would have got it. Null where the gap
 * is too old, too long, or the cursor is of another database: load afresh.
 */
export async function replayEvents(view: View, userid: number, text: string): Promise<CommittedEvent[] | null> {
  const cursor = parseCursor(text);
  if (!cursor || view.now.getTime() / 1000 - cursor.seconds > (KEPT_DAYS - 1) * 86_400) return null;
  const { rows: same } = await sql`select 1 from meta where name = 'instance' and value = ${cursor.instance}`.execute(
    view.tx,
  );
  if (same.length === 0) return null;
  // From the first one on whole: an older event that comes again is put right by the later ones only if they come too,
  // and one of a later id may be of an earlier transaction.
  const { rows } = await sql<EventRow>`
    select id, type, action, data, variants from events e
    where id >= (select min(id) from events where xid >= ${cursor.xid}::text::xid8) and (
      aud = 'all'
      or (aud = 'users' and users @> array[${userid}]::int[])
      or (aud = 'dialog' and exists (select 1 from dialog_members m where m.dialog_id = e.ref and m.userid = ${userid}))
      or (aud = 'project' and exists (select 1 from project_users p where p.project_id = e.ref and p.userid = ${userid})))
    order by id limit ${MAX_EVENTS + 1}`.execute(view.tx);
  if (rows.length > MAX_EVENTS) return null;
  return hydrate(view, userid, rows);
}

/** What a message is to whom it is shown, as it is by now. */
const personal = ({ mention, dot }: Message) => ({ mention, dot });

/** Messages were not stored twice: their events are filled from the messages as they are now. Withdrawn ones fall out. */
async function hydrate(view: View, userid: number, rows: readonly EventRow[]): Promise<CommittedEvent[]> {
  const isAdded = (row: EventRow) => row.type === 'dialog' && row.action === 'add';
  const ids = rows.filter(isAdded).map((row) => Number(row.data.id));
  const messages = await listShown(view.tx, userid, ids);
  const byId = new Map(messages.map((shown) => [shown.message.id, shown]));
  const answers = await countAnswers(view.tx, [...new Set(messages.map(({ message }) => message.reply_id))]);
  return rows.flatMap((row) => {
    const shown = isAdded(row) ? byId.get(Number(row.data.id)) : undefined;
    if (isAdded(row) && !shown) return [];
    const data = shown
      ? { ...addedData(shown.message, shown.at, answers.get(shown.message.reply_id)), ...personal(shown.message) }
      : row.data;
    const patch = row.variants?.find((variant) => variant.users.includes(userid))?.patch;
    return [
      {
        id: Number(row.id),
        type: row.type,
        action: row.action,
        data: patch ? { ...data, ...patch } : data,
        audience: { aud: 'users' as const, users: [userid] },
        ...(shown && { extra: { silence: shown.message.silence } }),
      },
    ];
  });
}
