import { type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DialogMembers } from '#platform/db/types';
import type { DialogRow } from '../dialogs.queries.ts';

export type MemberRow = Selectable<DialogMembers>;

export const findMember = (tx: Reader, dialogId: number, userid: number): Promise<MemberRow | undefined> =>
  tx
    .selectFrom('dialog_members')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .executeTakeFirst();

export const listMembers = (
  tx: Reader,
  dialogId: number,
  { offset, limit }: { offset?: number; limit?: number } = {},
): Promise<MemberRow[]> =>
  tx
    .selectFrom('dialog_members')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset ?? 0))
    .execute();

export const storeRole = (tx: Writer, dialogId: number, userid: number, role: number) =>
  tx
    .updateTable('dialog_members')
    .set({ role })
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .execute();

/** Changes the member version, so that cached receivers become stale. */
export async function bumpMembers(tx: Writer, dialogId: number): Promise<DialogRow> {
  const [dialog] = await bumpMembersOf(tx, [dialogId]);
  if (!dialog) throw new Error(`there is no dialog ${dialogId}`);
  return dialog;
}

export const bumpMembersOf = (tx: Writer, dialogIds: readonly number[]): Promise<DialogRow[]> =>
  tx
    .updateTable('dialogs')
    .set((eb) => ({
      people: eb
        .selectFrom('dialog_members')
        .select((inner) => sql<number>`${inner.fn.countAll()}::int`.as('n'))
        .whereRef('dialog_members.dialog_id', '=', 'dialogs.id'),
      member_version: sql`member_version + 1`,
      updated_at: new Date(),
    }))
    .where('id', 'in', [...dialogIds])
    .returningAll()
    .execute();

/** A membership row. */
export interface Place {
  dialog_id: number;
  userid: number;
}

/** Adds people who are not members yet; earlier messages count as read. Returns the new ones. */
export async function insertMembers(
  tx: Writer,
  dialogIds: readonly number[],
  userids: readonly number[],
  fields: { inviter: number; important: number },
): Promise<Place[]> {
  if (userids.length === 0 || dialogIds.length === 0) return [];
  const { rows } = await sql<Place & { is_new: boolean }>`
    insert into dialog_members (dialog_id, userid, inviter, important, bot, join_seq, read)
    select d.id, u.userid, ${fields.inviter}, ${fields.important}, u.bot, d.last_seq,
      case when d.last_seq > 0 then int4multirange(int4range(1, d.last_seq + 1)) else '{}'::int4multirange end
    from dialogs d, users u where d.id = any(${dialogIds}) and u.userid = any(${userids})
    on conflict (dialog_id, userid) do update set important = greatest(dialog_members.important, excluded.important)
      where dialog_members.important < excluded.important
    returning dialog_id, userid, (xmax = 0) as is_new`.execute(tx);
  return rows.filter((row) => row.is_new);
}

export async function deleteMembers(
  tx: Writer,
  dialogIds: readonly number[],
  userids: readonly number[],
): Promise<Place[]> {
  if (userids.length === 0 || dialogIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('dialog_members')
    .where('dialog_id', 'in', [...dialogIds])
    .where('userid', 'in', [...userids])
    .returning(['dialog_id', 'userid'])
    .execute();
  if (rows.length > 0) {
    await sql`insert into lost_ids (userid, type, ref)
      select u, 'dialog', d from unnest(${rows.map((row) => row.userid)}::int[], ${rows.map((row) => row.dialog_id)}::int[]) as gone(u, d)
      on conflict (userid, type, ref) do update set at = now()`.execute(tx);
  }
  return rows;
}

/** A person's own settings of a dialog. */
export type OwnMembership = Omit<Updateable<DialogMembers>, 'updated_at'>;

export async function updateOwnMembership(
  db: Writer,
  fields: OwnMembership,
  dialogId: number,
  userid: number,
): Promise<void> {
  await db
    .updateTable('dialog_members')
    .set({ ...fields, updated_at: sql`greatest(updated_at, clock_timestamp())` })
    .where('dialog_id', '=', dialogId)
    .where('userid', '=', userid)
    .execute();
}
