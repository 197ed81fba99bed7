import type { InputOf } from '@atrium/contract/kit.ts';
import type { msgSendanon } from '@atrium/contract/messages.ts';
import { sql } from 'kysely';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/post.service';
import { settingsOf } from '#modules/system/settings.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type Work } from '#platform/work';
import { requireProfile } from './send.service.ts';

const BOT_EMAIL = 'anon-msg@bot.system';
const PER_WINDOW = 10;
const WINDOW_MS = 60_000;

/**
 * A message from nobody: the anonymous bot says it. The caller is not written down with it, nor is their mutation, which
 * would tell by its answer; so a retry may say it twice.
 */
export async function sendAnonymous(direct: Direct, { userid, text }: InputOf<typeof msgSendanon>) {
  const { app, caller } = direct;
  const settings = await settingsOf(app);
  if (settings.anon_message !== 'open') throw fail('anon.closed');
  requireProfile(direct, settings);
  const target = await findUser(direct.tx, userid);
  const isLiving = target && !target.delete_at && !target.disable_at;
  if (!isLiving || target.bot > 0 || userid === caller.userid) throw fail('anon.target');
  if (!app.limiter.take(`anon:${caller.userid}`, PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const nobody = {
    ...caller,
    fd: '',
    identity: [],
    nickname: '',
    tel: '',
    isBot: true,
    deviceId: 0,
    ip: '',
    userAgent: '',
  };
  await performWork(app, nobody, async (work) => {
    const bot = await anonymousBot(work);
    const asBot: Work = { ...work, caller: { ...nobody, userid: bot } };
    const dialogId = await dialogWith(asBot, userid);
    await postMessage(asBot, {
      dialogId,
      userid: bot,
      type: 'template',
      mtype: 'template',
      msg: { type: 'content', title: text, content: [{ content: text, language: false }] },
      searchKey: text,
      mentions: [],
      link: false,
      isBot: true,
      silence: true,
      replyId: 0,
    });
  });
  return {};
}

/** Made when it is needed first. */
async function anonymousBot({ tx }: Work): Promise<number> {
  const find = () =>
    tx
      .selectFrom('users')
      .select('userid')
      .where('email', '=', BOT_EMAIL)
      .where('delete_at', 'is', null)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.userid;
  await sql`insert into users (email, nickname, bot, az, pinyin) values (${BOT_EMAIL}, 'Anonymous', 1, 'A', 'anonymous')
    on conflict (lower(email)) where delete_at is null do nothing`.execute(tx);
  return (await find())?.userid ?? 0;
}
