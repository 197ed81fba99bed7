import { userUpdated } from '@atrium/contract/people/users.ts';
import type { Language } from '@atrium/i18n/translate.ts';
import { settingsOf } from '#modules/system/settings.service';
import { presentBasic, type UserRecord } from '#modules/users/present.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import { inNameOf } from '#platform/callers';
import { fail } from '#platform/fail';
import { azOf, pinyinOf } from '#platform/names';
import type { Work } from '#platform/work';
import { insertUser, lockRegistration } from '../auth.queries.ts';
import { accountCreated } from './accountCreated.service.ts';

/** Creates the account of a bot: nobody signs in with it, only its programs. */
export async function createBotAccount(
  work: Work,
  { email, nickname, userimg }: { email: string; nickname: string; userimg: string },
): Promise<UserRecord> {
  const user = await insertUser(work.tx, {
    email,
    nickname,
    userimg,
    bot: 1,
    az: azOf(nickname),
    pinyin: pinyinOf(nickname),
  });
  work.emit(userUpdated, { aud: 'all' }, presentBasic(work.app, user));
  return user;
}

/** Creates a person of the sample content. Without a password nobody signs in; they join no other group or project. */
export async function createSampleAccount(
  work: Work,
  { email, nickname, profession, lang }: Pick<UserRecord, 'email' | 'nickname' | 'profession'> & { lang: Language },
): Promise<UserRecord> {
  const names = { az: azOf(nickname), pinyin: pinyinOf(nickname) };
  const user = await insertUser(work.tx, { email, nickname, profession, lang, ...names });
  work.emit(userUpdated, { aud: 'all' }, presentBasic(work.app, user));
  return user;
}

export interface NewAccount {
  email: string;
  /**
   * The hash is made before, because hashing is slow and stays outside transactions. An account with '' cannot sign in
   * by password.
   */
  passwordHash: string;
  nickname?: string;
  profession?: string;
  identity?: string[];
  lang: Language;
  ip: string;
}

/**
 * Creates an account with everything that modules give a new account, for example the all-staff group. The first
 * account of a workspace becomes its administrator.
 *
 * @throws reg.taken
 */
export async function createAccount(work: Work, account: NewAccount): Promise<UserRecord> {
  await lockRegistration(work.tx);
  if (await findUserByEmail(work.tx, account.email)) throw fail('reg.taken');
  const settings = await settingsOf(work.app);
  const isFirst = (await countActive(work.tx)) === 0;
  const identity = account.identity ?? (isFirst ? ['admin'] : settings.reg_identity === 'temp' ? ['temp'] : []);
  const name = account.nickname || account.email.split('@')[0] || '';
  const user = await insertUser(work.tx, {
    email: account.email,
    password: account.passwordHash,
    nickname: account.nickname ?? '',
    profession: account.profession ?? '',
    identity,
    az: azOf(name),
    pinyin: pinyinOf(name),
    lang: account.lang,
    created_ip: account.ip,
  });
  work.audit({
    action: 'account.created',
    ...(work.caller.userid === 0 && work.caller.ip !== '' && { by: user.userid }),
    target: { type: 'user', id: user.userid, name: user.email },
    detail: { identity },
  });
  const own = inNameOf(work, { userid: user.userid, identity, nickname: user.nickname });
  for (const give of accountCreated.of(work.app)) await give(own, user, account.lang);
  work.emit(userUpdated, { aud: 'all' }, presentBasic(work.app, user));
  return user;
}
