import { callerFor } from '#platform/callers';
import { azOf, pinyinOf } from '#platform/names';
import type { Work } from '#platform/work';
import { BOT_NAMES, type SystemBot } from './botNames.ts';
import { findBotByEmail, insertBotOnce } from './users.queries.ts';

export type { SystemBot };

/** Returns the same work, done by a bot. */
export const asBot = async (work: Work, key: SystemBot): Promise<Work> => ({
  ...work,
  caller: callerFor(await systemBot(work, key)),
});

/** A bot's id; created on first use. */
export async function systemBot({ tx }: Work, key: SystemBot): Promise<number> {
  const email = `${key}@bot.system`;
  const find = () => findBotByEmail(tx, email);
  const known = await find();
  if (known) return known.userid;
  const name = BOT_NAMES[key];
  await insertBotOnce(tx, email, name, azOf(name), pinyinOf(name));
  return (await find())?.userid ?? 0;
}
