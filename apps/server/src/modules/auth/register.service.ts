import { userUpdated } from '@atrium/contract/people/users.ts';
import type { Language } from '@atrium/i18n/translate.ts';
import { sql } from 'kysely';
import { settingsOf } from '#modules/system/settings.service';
import { presentBasic, type UserRecord } from '#modules/users/present.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { azOf, pinyinOf } from '#platform/names';
import type { Work } from '#platform/work';
import { accountCreated } from './accountCreated.service.ts';

export interface NewAccount {
  email: string;
  /** Hashed already: hashing is slow and stays outside transactions. Empty = cannot sign in. */
  passwordHash: string;
  nickname?: string;
  profession?: string;
  identity?: string[];
  lang: Language;
  ip: string;
}

/** One number for all who register: two first accounts at the same time are still one administrator. */
const REGISTER_LOCK = 4_217_002;

/**
 * Makes an account with what modules give everyone from the start, for example the all-staff group. The first account of
 * a workspace becomes its administrator.
 *
 * @throws reg.taken
 */
export async function createAccount(work: Work, account: NewAccount): Promise<UserRecord> {
  await sql`select pg_advisory_xact_lock(${REGISTER_LOCK})`.execute(work.tx);
  if (await findUserByEmail(work.tx, account.email)) throw fail('reg.taken');
  const settings = await settingsOf(work.app);
  const isFirst = (await countActive(work.tx)) === 0;
  const identity = account.identity ?? (isFirst ? ['admin'] : settings.reg_identity === 'temp' ? ['temp'] : []);
  const name = account.nickname || account.email.split('@')[0] || '';
  const user = await work.tx
    .insertInto('users')
    .values({
      email: account.email,
      password: account.passwordHash,
      nickname: account.nickname ?? '',
      profession: account.profession ?? '',
      identity,
      az: azOf(name),
      pinyin: pinyinOf(name),
      lang: account.lang,
      created_ip: account.ip,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const own: Work = { ...work, caller: { ...work.caller, userid: user.userid, identity, nickname: user.nickname } };
  for (const give of accountCreated.of(work.app)) await give(own, user, account.lang);
  work.emit(userUpdated, { aud: 'all' }, presentBasic(work.app, user));
  return user;
}
