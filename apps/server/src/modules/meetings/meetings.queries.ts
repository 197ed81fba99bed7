import type { RoomRules } from '@atrium/contract/chat/meetingRoom.ts';
import { ROOM_LINES } from '@atrium/contract/chat/meetingRoom.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MeetingLines, Meetings } from '#platform/db/types';

type Tx = Reader;
export type MeetingRow = Selectable<Meetings>;

export const findMeeting = (tx: Tx, meetingid: string): Promise<MeetingRow | undefined> =>
  tx.selectFrom('meetings').selectAll().where('meetingid', '=', meetingid).executeTakeFirst();

export const getMeeting = (tx: Tx, id: number): Promise<MeetingRow | undefined> =>
  tx.selectFrom('meetings').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns undefined if another meeting has that number. */
export const insertMeeting = (
  tx: Writer,
  row: Pick<MeetingRow, 'meetingid' | 'name' | 'channel' | 'userid' | 'dialog_id' | 'is_lasting'>,
): Promise<MeetingRow | undefined> =>
  tx
    .insertInto('meetings')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function setRules(tx: Writer, id: number, { isLocked, hasLobby, spotlight }: Partial<RoomRules>) {
  const change = {
    ...(isLocked !== undefined && { is_locked: isLocked }),
    ...(hasLobby !== undefined && { has_lobby: hasLobby }),
    ...(spotlight !== undefined && { spotlight }),
  };
  await tx.updateTable('meetings').set(change).where('id', '=', id).execute();
}

export async function findRole(tx: Tx, meetingId: number, userid: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('meeting_members')
    .select('role')
    .where('meeting_id', '=', meetingId)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return row?.role;
}

export const setRole = (tx: Writer, meeting_id: number, userid: number, role: 'cohost' | 'member' | 'removed') =>
  tx
    .insertInto('meeting_members')
    .values({ meeting_id, userid, role })
    .onConflict((on) => on.columns(['meeting_id', 'userid']).doUpdateSet({ role }))
    .execute();

export type LineRow = Selectable<MeetingLines>;

export const insertLine = (tx: Writer, row: Insertable<MeetingLines>): Promise<LineRow> =>
  tx.insertInto('meeting_lines').values(row).returningAll().executeTakeFirstOrThrow();

/** Lists the newest lines, the oldest of them first. */
export async function listLines(tx: Tx, meetingId: number): Promise<LineRow[]> {
  const rows = await tx
    .selectFrom('meeting_lines')
    .selectAll()
    .where('meeting_id', '=', meetingId)
    .orderBy('id', 'desc')
    .limit(ROOM_LINES)
    .execute();
  return rows.reverse();
}

/** Removes the lines and returns them. */
export async function takeLines(tx: Writer, meetingId: number): Promise<LineRow[]> {
  const rows = await tx.deleteFrom('meeting_lines').where('meeting_id', '=', meetingId).returningAll().execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Marks a meeting as ended, one that stays only if it is final. Undefined if it had ended before. */
export const markEnded = (tx: Writer, id: number, now: Date, isFinal: boolean): Promise<MeetingRow | undefined> =>
  tx
    .updateTable('meetings')
    .set({ end_at: now, updated_at: now })
    .where('id', '=', id)
    .where('end_at', 'is', null)
    .$if(!isFinal, (query) => query.where('is_lasting', '=', false))
    .returningAll()
    .executeTakeFirst();

/** Opens a lasting room for its next meeting: a lock or a removal was about the last one. */
export async function reopen(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('meetings').set({ is_locked: false, spotlight: 0 }).where('id', '=', id).execute();
  await tx.deleteFrom('meeting_members').where('meeting_id', '=', id).where('role', '=', 'removed').execute();
}

export const touchMeetings = (tx: Writer, ids: readonly number[], now: Date) =>
  tx
    .updateTable('meetings')
    .set({ updated_at: now })
    .where('id', 'in', [...ids])
    .where('end_at', 'is', null)
    .execute();

export async function listQuiet(tx: Tx, before: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('meetings')
    .select('id')
    .where('end_at', 'is', null)
    .where('updated_at', '<', before)
    .where('is_lasting', '=', false)
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** @param row  with the address that a mail with the link goes to; without one it is a link to share */
export const insertCode = (
  tx: Writer,
  row: { code_hash: string; meeting_id: number; expired_at: Date; email?: string },
) => tx.insertInto('meeting_codes').values(row).execute();

/** Ends the links that were shared, and the one that a guest came by. */
export async function endCodes(tx: Writer, meetingId: number, guestUid: number): Promise<void> {
  await tx
    .deleteFrom('meeting_codes')
    .where('meeting_id', '=', meetingId)
    .where((of) =>
      of.or([
        of('email', 'is', null),
        of('code_hash', '=', of.selectFrom('meeting_guests').select('code_hash').where('uid', '=', guestUid)),
      ]),
    )
    .execute();
}

/** Deletes the mailed codes of guests who are no longer invited. */
export async function endMailedCodes(tx: Writer, meetingId: number, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await tx
    .deleteFrom('meeting_codes')
    .where('meeting_id', '=', meetingId)
    .where('email', 'in', [...emails])
    .execute();
}

export async function isCodeLive(tx: Tx, meetingId: number, hash: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('meeting_codes')
    .select('meeting_id')
    .where('code_hash', '=', hash)
    .where('meeting_id', '=', meetingId)
    .where('expired_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if another guest has that number. */
export async function insertGuest(
  tx: Writer,
  row: { uid: number; meeting_id: number; nickname: string; expired_at: Date; code_hash: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('meeting_guests')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('uid')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countGuests(tx: Tx, meetingId: number, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('meeting_guests')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('meeting_id', '=', meetingId)
    .where('expired_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findGuest = (tx: Tx, uid: number, now: Date) =>
  tx
    .selectFrom('meeting_guests')
    .select(['uid', 'meeting_id', 'nickname', 'is_removed'])
    .where('uid', '=', uid)
    .where('expired_at', '>', now)
    .executeTakeFirst();

/** Removes a guest for good: the guest with this id is not admitted again. */
export const removeGuest = (tx: Writer, uid: number) =>
  tx.updateTable('meeting_guests').set({ is_removed: true }).where('uid', '=', uid).execute();

export async function forgetExpired(tx: Writer, now: Date): Promise<void> {
  await tx.deleteFrom('meeting_codes').where('expired_at', '<', now).execute();
  await tx.deleteFrom('meeting_guests').where('expired_at', '<', now).execute();
}
