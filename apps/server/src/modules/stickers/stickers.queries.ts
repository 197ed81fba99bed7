import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

type Tx = Reader;

export interface StickerRow {
  id: number;
  set_id: number;
  name: string;
  token: string;
  width: number;
  height: number;
}

const stickers = (tx: Tx) =>
  tx
    .selectFrom('stickers as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['s.id', 's.set_id', 's.name', 'f.token', 'f.width', 'f.height'])
    .where('s.set_id', 'is not', null)
    .$narrowType<{ set_id: number }>();

export const listSets = (tx: Tx, id?: number) =>
  tx
    .selectFrom('sticker_sets')
    .select(['id', 'name'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('sort')
    .orderBy('id')
    .execute();

export const listStickers = (tx: Tx, setIds: readonly number[]): Promise<StickerRow[]> =>
  setIds.length === 0
    ? Promise.resolve([])
    : stickers(tx)
        .where('s.set_id', 'in', [...setIds])
        .orderBy('s.sort')
        .orderBy('s.id')
        .execute();

/** Stickers whose names contain the words, which are normalized like names. */
export const findStickers = (tx: Tx, words: string, take: number): Promise<StickerRow[]> =>
  stickers(tx)
    .where(sql<boolean>`strpos(lower(normalize(s.name, nfkc)), ${words}) > 0`)
    .orderBy('s.id')
    .limit(take)
    .execute();

/** Locks a set until the transaction ends, so that counts and order stay valid. */
export const lockSet = (tx: Tx, id: number) =>
  tx.selectFrom('sticker_sets').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

export async function countStickers(tx: Tx, setId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('stickers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Sets order and names; unlisted stickers of the set come last. */
export async function arrangeStickers(tx: Writer, setId: number, list: readonly { id: number; name: string }[]) {
  await sql`update stickers s set name = coalesce(n.name, s.name), sort = coalesce(n.place, 100000)
    from stickers o left join unnest(${list.map(({ id }) => id)}::int[], ${list.map(({ name }) => name)}::text[])
      with ordinality as n(id, name, place) on n.id = o.id
    where o.id = s.id and s.set_id = ${setId}`.execute(tx);
}

export const arrangeSets = (tx: Writer, ids: readonly number[]) =>
  sql`update sticker_sets s set sort = coalesce(array_position(${[...ids]}::int[], s.id), 100000)`.execute(tx);

/** A sticker's file, whether it is still offered or only used in messages. */
export const findStickerFile = (tx: Tx, token: string) =>
  tx
    .selectFrom('stored_files as f')
    .selectAll('f')
    .where('f.token', '=', token)
    .where((eb) => eb.exists(eb.selectFrom('stickers as s').select('s.id').whereRef('s.file_id', '=', 'f.id')))
    .executeTakeFirst();
