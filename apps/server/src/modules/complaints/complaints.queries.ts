import { type Insertable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Complaints } from '#platform/db/types';

export interface ComplaintRow {
  id: number;
  userid: number;
  dialog_id: number;
  dialog_name: string;
  msg_id: number;
  msg_userid: number;
  msg_text: string;
  type: number;
  reason: string;
  status: number;
  handled_by: number | null;
  handled_at: Date | null;
  created_at: Date;
}

export const insertComplaint = (db: Writer, row: Insertable<Complaints>) =>
  db.insertInto('complaints').values(row).returning('id').executeTakeFirstOrThrow();

export interface PictureRow {
  id: number;
  token: string;
  userid: number;
  name: string;
  ext: string;
  size: string | number;
  width: number;
  height: number;
  thumb_size: number;
}
const pictureColumns = sql`f.id, f.token, f.userid, f.name, f.ext, f.size, f.width, f.height, f.thumb_size`;

/** A person's own pictures by their tokens, held until they are attached. */
export async function listOwnPictures(db: Writer, userid: number, tokens: readonly string[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from stored_files f
    where f.token = any(${[...tokens]}::text[]) and f.userid = ${userid} and f.width > 0 for share of f`.execute(db);
  return rows;
}

export async function attachPictures(db: Writer, complaintId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((file_id) => ({ complaint_id: complaintId, file_id }));
  await db.insertInto('complaint_files').values(rows).execute();
}

export async function listPictures(
  db: Reader,
  complaintIds: readonly number[],
): Promise<(PictureRow & { complaint_id: number })[]> {
  if (complaintIds.length === 0) return [];
  const { rows } = await sql<PictureRow & { complaint_id: number }>`
    select c.complaint_id, ${pictureColumns} from complaint_files c join stored_files f on f.id = c.file_id
    where c.complaint_id = any(${[...complaintIds]}::int[]) order by f.id`.execute(db);
  return rows;
}

/** The people who sent this picture with a report. */
export async function listSenders(db: Reader, fileId: number): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select c.userid from complaint_files p join complaints c on c.id = p.complaint_id where p.file_id = ${fileId}`.execute(
    db,
  );
  return rows.map(({ userid }) => userid);
}

interface Filter {
  type: number | undefined;
  status: number | undefined;
}
const matching = ({ type, status }: Filter) => sql`
  from complaints c join dialogs d on d.id = c.dialog_id
  where ${type === undefined ? sql`true` : sql`c.type = ${type}`}
    and ${status === undefined ? sql`true` : sql`c.status = ${status}`}`;

export async function countComplaints(db: Reader, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${matching(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Lists complaints, the newest first. */
export async function listComplaints(
  db: Reader,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ComplaintRow[]> {
  const { rows } = await sql<ComplaintRow>`
    select c.*, c.msg_id::int as msg_id, d.name as dialog_name ${matching(filter)}
    order by c.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function handleComplaint(db: Writer, id: number, by: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update complaints set status = 1, handled_by = ${by}, handled_at = ${at} where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteComplaint(db: Writer, id: number): Promise<boolean> {
  const { rows } = await sql`delete from complaints where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** Active administrators; those who were here last come first. */
export async function listRecentAdmins(db: Reader, limit: number): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select userid from users
    where 'admin' = any(identity) and disable_at is null and delete_at is null and not bot::bool
    order by last_at desc nulls last, userid limit ${limit}`.execute(db);
  return rows.map(({ userid }) => userid);
}
