import * as contract from '@atrium/contract/chat/dialogs.ts';
import { sql } from 'kysely';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { type BotMessage, sendMany } from './post.service.ts';

/**
 * A bot says the same to many people, each in their conversation with it: as many statements for a thousand as for one.
 * They are accounts in use. More than a few hundred belong in several transactions.
 */
export async function postToMany(bot: Work, userids: readonly number[], message: BotMessage): Promise<void> {
  if (userids.length === 0) return;
  const { tx, caller } = bot;
  const pair = sql`array[least(u, ${caller.userid}::int), greatest(u, ${caller.userid}::int)]`;
  const { rows: fresh } = await sql<{ id: number; pair: number[] }>`
    insert into dialogs (type, pair, last_at, people, member_version)
    select 'user', ${pair}, now(), 2, 2 from unnest(${userids}::int[]) u
    where not exists (select from dialogs d where d.pair = ${pair}) order by u
    on conflict (pair) where pair is not null do nothing returning id, pair`.execute(tx);
  if (fresh.length > 0) {
    await sql`
      insert into dialog_members (dialog_id, userid, inviter, important, bot)
      select d.id, u.userid, ${caller.userid}, 1, u.bot
      from dialogs d join users u on u.userid = any(d.pair)
      where d.id = any(${fresh.map(({ id }) => id)}::int[])`.execute(tx);
  }
  for (const { id, pair: both } of fresh) bot.emit(contract.dialogGroupAdd, toUsers(...both), { id });
  const { rows } = await sql<{ id: number }>`
    select d.id from unnest(${userids}::int[]) u join dialogs d on d.pair = ${pair} and d.deleted_at is null
    order by d.id`.execute(tx);
  await sendMany(
    bot,
    rows.map(({ id }) => id),
    message,
  );
}
