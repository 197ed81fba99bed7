import type { Reader, Writer } from '#platform/db/pool';

export async function findIdentity(db: Reader, provider: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('userid')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.userid;
}

export async function deleteIdentities(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('sso_identities').where('userid', '=', userid).execute();
}

export async function putIdentity(
  db: Writer,
  row: { provider: string; subject: string; userid: number; used_at: Date },
): Promise<void> {
  await db
    .insertInto('sso_identities')
    .values(row)
    .onConflict((on) => on.columns(['provider', 'subject']).doUpdateSet({ used_at: row.used_at }))
    .execute();
}
