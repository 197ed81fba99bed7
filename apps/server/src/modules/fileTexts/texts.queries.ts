import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { StoredFiles } from '#platform/db/types';

/**
 * The number of attempts. Each one waits longer than the one before, because the storage may be out of reach for hours.
 */
const ATTEMPTS = 8;

export type Unread = Pick<Selectable<StoredFiles>, 'id' | 'token' | 'ext' | 'size'>;

/** Takes the newest stored file whose text is still to be read, and counts the attempt. */
export async function takeUnread(db: Writer): Promise<Unread | undefined> {
  const { rows } = await sql<Unread>`
    update file_texts t set attempts = t.attempts + 1, tried_at = now() from stored_files s
    where s.id = t.stored_id and t.stored_id = (
      select stored_id from file_texts where read_at is null and attempts < ${ATTEMPTS}
        and (tried_at is null or tried_at < now() - attempts * interval '10 minutes')
      order by stored_id desc limit 1)
    returning s.id, s.token, s.ext, s.size`.execute(db);
  return rows[0];
}

/** Stores what was read, and requests indexing of the files that have it. */
export async function putText(db: Writer, storedId: number, text: string, terms: readonly string[]): Promise<void> {
  await sql`update file_texts set read_at = now(), text = ${text},
    terms = array_to_tsvector(string_to_array(${terms.join(' ')}, ' ')) where stored_id = ${storedId}`.execute(db);
  if (terms.length === 0) return;
  await sql`insert into search_wanted (kind, id) select 'file', id from files where stored_id = ${storedId}
    on conflict do nothing`.execute(db);
}

/** The number of characters around the first found word, from which an excerpt is cut. */
const AROUND = 600;

export interface FoundText {
  stored_id: number;
  /** The part of the text; null if it has none of the words exactly as they were searched for. */
  part: string | null;
}
/** Reads the part of each text where these words first occur. */
export async function listTextParts(db: Reader, storedIds: readonly number[], words: readonly string[]) {
  const { rows } = await sql<FoundText>`
    select t.stored_id, case when p.at is not null
      then substring(t.text from greatest(1, p.at - ${AROUND / 2}) for ${AROUND}) end as part
    from file_texts t, lateral (
      select min(nullif(strpos(lower(t.text), w), 0)) as at from unnest(${words}::text[]) w
    ) p where t.stored_id = any(${storedIds}::int[])`.execute(db);
  return rows;
}

/** Finds the text of a file, and whether it has been read. */
export async function findRead(db: Reader, storedId: number): Promise<{ text: string; isRead: boolean } | undefined> {
  const row = await db
    .selectFrom('file_texts')
    .select(['text', 'read_at'])
    .where('stored_id', '=', storedId)
    .executeTakeFirst();
  return row && { text: row.text ?? '', isRead: row.read_at !== null };
}

export async function findText(db: Reader, storedId: number): Promise<string | undefined> {
  const row = await db.selectFrom('file_texts').select('text').where('stored_id', '=', storedId).executeTakeFirst();
  return row?.text;
}
