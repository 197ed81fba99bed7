import type { msgSendanon } from '@atrium/contract/chat/messageActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { settingsOf } from '#modules/system/settings.service';
import { asBot } from '#modules/users/bots.service';
import { findUser } from '#modules/users/users.service';
import { systemCaller } from '#platform/callers';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork } from '#platform/work';
import { requireProfile } from './send.service.ts';

const PER_WINDOW = 10;
const WINDOW_MS = 60_000;

/**
 * Sends a message by the anonymous bot. Neither the caller nor their mutation is stored, because a retry's answer would
 * reveal them; so a retry may send it twice.
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
  await performWork(app, systemCaller, async (work) => {
    const bot = await asBot(work, 'anon-msg');
    const dialogId = await dialogWith(bot, userid);
    await postMessage(bot, {
      dialogId,
      userid: bot.caller.userid,
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
