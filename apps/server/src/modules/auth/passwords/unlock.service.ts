import { findUserByEmail } from '#modules/users/users.service';
import { compileAudit } from '#platform/audit';
import { newToken, tokenHash } from '#platform/crypto';
import type { Db } from '#platform/db/pool';
import { deleteAllPasskeys, deleteRecoveryCodes, deleteTotp } from '../factors/factors.queries.ts';
import { enableUser, insertReset } from './resets.queries.ts';

const OPERATOR = { userid: 0, ip: '', userAgent: 'npm run unlock' };
const VALID_MS = 3_600_000;

/** For the operator of the machine. Returns a link to choose a new password; null for an unknown address. */
export async function unlockAccount(db: Db, publicUrl: string, email: string): Promise<string | null> {
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
  return `${publicUrl}/single/password?token=${token}`;
}
