import { findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { compileAudit } from '#platform/audit';
import { newToken, tokenHash } from '#platform/crypto';
import type { Db } from '#platform/db/pool';
import { deleteAllPasskeys, deleteRecoveryCodes, deleteTotp } from '../factors/factors.queries.ts';
import { enableUser, findPublicUrl, insertReset, putPublicUrl } from './resets.queries.ts';

const OPERATOR = { userid: 0, ip: '', userAgent: 'npm run unlock' };
const VALID_MS = 3_600_000;

/** Stores the address for the command, which may run without the server's variables. */
export const keepAddress = ({ db, publicUrl }: Pick<App, 'db' | 'publicUrl'>): Promise<void> =>
  putPublicUrl(db, publicUrl);

/**
 * Makes a link to choose a new password, for the operator of the machine. Null if the email is unknown.
 *
 * @param address  the server's; null for the one that it started with last
 */
export async function unlockAccount(db: Db, email: string, address: string | null): Promise<string | null> {
  const user = await findUserByEmail(db, email);
  if (!user || user.bot) return null;
  const { userid } = user;
  const token = newToken();
  await db.transaction().execute(async (tx) => {
    await deleteTotp(tx, userid);
    await deleteAllPasskeys(tx, userid);
    await deleteRecoveryCodes(tx, userid);
    await enableUser(tx, userid);
    const expired_at = new Date(Date.now() + VALID_MS);
    await insertReset(tx, { userid, token_hash: tokenHash(token), made_by: userid, expired_at });
    const target = { type: 'user', id: userid, name: user.email } as const;
    await tx.executeQuery(compileAudit(tx, OPERATOR, { action: 'account.unlocked', target }));
  });
  const publicUrl = address ?? (await findPublicUrl(db)) ?? 'http://localhost:8080';
  return `${publicUrl}/single/password?token=${token}`;
}
