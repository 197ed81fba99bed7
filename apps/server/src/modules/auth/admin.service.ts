import { checkEmail, checkPassword } from '#modules/users/fields.service';
import { findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { operatorCaller } from '#platform/callers';
import { hashPassword } from '#platform/crypto';
import { performWork } from '#platform/work';
import { createAccount } from './signUp/account.service.ts';

/** Creates the first administrator unattended; does nothing if the account exists. */
export async function createFirstAdmin(app: App, admin: { email: string; password: string }): Promise<void> {
  if (await findUserByEmail(app.db, admin.email)) return;
  checkEmail(admin.email);
  checkPassword(admin.password, { password_policy: 'simple', password_min: 8 }, admin);
  const passwordHash = await hashPassword(admin.password);
  await performWork(app, operatorCaller, (work) =>
    createAccount(work, { email: admin.email, passwordHash, identity: ['admin'], lang: 'en', ip: '' }),
  );
}
