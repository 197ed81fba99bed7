import { asBot, type SystemBot } from '#modules/users/bots.service';
import type { Work } from '#platform/work';
import { dialogWith } from '../dialogs.service.ts';
import { postMessage } from './post.service.ts';

/** Sends a template message to one person, from the bot that speaks for the workspace or from another of its bots. */
export async function sendSystemMessage(
  work: Work,
  userid: number,
  msg: Record<string, unknown>,
  from: SystemBot = 'system-msg',
): Promise<void> {
  const bot = await asBot(work, from);
  await postMessage(bot, {
    dialogId: await dialogWith(bot, userid),
    userid: bot.caller.userid,
    type: 'template',
    mtype: 'template',
    msg,
    searchKey: String(msg['name'] ?? msg['content'] ?? ''),
    mentions: [],
    link: false,
    isBot: true,
    silence: false,
    replyId: 0,
  });
}
