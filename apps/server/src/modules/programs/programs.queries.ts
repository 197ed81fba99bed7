import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Commands, ProgramReplies, Users } from '#platform/db/types';

export type CommandRow = Selectable<Commands> &
  Pick<Selectable<Users>, 'nickname'> & { maker_name: string; maker_email: string };
export type ReplyRow = Selectable<ProgramReplies>;

const select = (db: Reader) =>
  db
    .selectFrom('commands')
    .innerJoin('users', 'users.userid', 'commands.bot_id')
    .innerJoin('users as makers', 'makers.userid', 'commands.userid')
    .selectAll('commands')
    .select(['users.nickname', 'makers.nickname as maker_name', 'makers.email as maker_email']);

/**
 * The commands that the person can use: those for everybody, and their own, by word. Commands of people who left are
 * not called.
 */
export const listUsable = (db: Reader, userid: number): Promise<CommandRow[]> =>
  select(db)
    .where((is) => is.or([is('commands.for_all', '=', true), is('commands.userid', '=', userid)]))
    .where('makers.disable_at', 'is', null)
    .where('makers.delete_at', 'is', null)
    .orderBy('commands.word')
    .orderBy('commands.id')
    .execute();

/** @param userid  those of this maker only */
export const listCommands = (db: Reader, userid: number | undefined): Promise<CommandRow[]> =>
  select(db)
    .$if(userid !== undefined, (some) => some.where('commands.userid', '=', userid ?? 0))
    .orderBy('commands.word')
    .orderBy('commands.id')
    .execute();

export const findCommand = (db: Reader, id: number): Promise<CommandRow | undefined> =>
  select(db).where('commands.id', '=', id).executeTakeFirst();

export const findCommandByBot = (db: Reader, bot: number): Promise<CommandRow | undefined> =>
  select(db)
    .where('commands.bot_id', '=', bot)
    .where('makers.disable_at', 'is', null)
    .where('makers.delete_at', 'is', null)
    .executeTakeFirst();

const COMMANDS_LOCK = 4_217_013;

/** Locks and counts, so that two concurrent calls cannot both take the last slot. */
export async function lockCommands(db: Writer, userid: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${COMMANDS_LOCK}, ${userid})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from commands where userid = ${userid}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** True if another command has this word for the same people. */
export async function isWordTaken(
  db: Reader,
  { word, userid, forAll, except }: { word: string; userid: number; forAll: boolean; except: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from commands where word = ${word} and id <> ${except}
      and (for_all or (not ${forAll}::boolean and userid = ${userid})) limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertCommand(db: Writer, row: Insertable<Commands>): Promise<number> {
  const { id } = await db.insertInto('commands').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateCommand = (db: Writer, id: number, row: Updateable<Commands>) =>
  db.updateTable('commands').set(row).where('id', '=', id).execute();

export const deleteCommandRow = (db: Writer, id: number) => db.deleteFrom('commands').where('id', '=', id).execute();

export const noteUse = (db: Writer, id: number, problem: string) =>
  sql`update commands set uses = uses + 1, used_at = now(), problem = ${problem} where id = ${id}`.execute(db);

export const insertReply = (db: Writer, row: Insertable<ProgramReplies>) =>
  db.insertInto('program_replies').values(row).execute();

/** Uses one of the answers that an address still takes. */
export async function takeReply(db: Writer, hash: string): Promise<ReplyRow | undefined> {
  const { rows } = await sql<ReplyRow>`
    update program_replies set uses_left = uses_left - 1
    where secret_hash = ${hash} and uses_left > 0 and expires_at > now() returning *`.execute(db);
  return rows[0];
}

export const deleteOldReplies = (db: Writer) => sql`delete from program_replies where expires_at < now()`.execute(db);
