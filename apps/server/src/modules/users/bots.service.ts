import { sql } from 'kysely';
import { azOf, pinyinOf } from '#platform/names';
import type { Caller, Work } from '#platform/work';
import { BOT_NAMES, type SystemBot } from './botNames.ts';

/** The house itself: no person, no device. */
export const nobody: Caller = {
  userid: 0,
  deviceId: 0,
  identity: [],
  nickname: '',
  tel: '',
  isBot: true,
  lang: 'en',
  fd: '',
  ip: '',
  userAgent: '',
  token: '',
};

/** The same change, done by a bot. */
export const asBot = async (work: Work, key: SystemBot): Promise<Work> => ({
  ...work,
  caller: { ...nobody, userid: await systemBot(work, key) },
});

/** Its id; made when it is needed first. */
export async function systemBot({ tx }: Work, key: SystemBot): Promise<number> {
  const email = `${key}@bot.system`;
  const find = () =>
    tx
      .selectFrom('users')
      .select('userid')
      .where('email', '=', email)
      .where('delete_at', 'is', null)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.userid;
  const name = BOT_NAMES[key];
  await sql`insert into users (email, nickname, bot, az, pinyin)
    values (${email}, ${name}, 1, ${azOf(name)}, ${pinyinOf(name)})
    on conflict (lower(email)) where delete_at is null do nothing`.execute(tx);
  return (await find())?.userid ?? 0;
}
