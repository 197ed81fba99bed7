import { quotedMsg } from '@atrium/contract/chat/messages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { asBot } from '#modules/users/bots.service';
import { displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork, type Work } from '#platform/work';
import { lockMessage } from '../messages.queries.ts';
import * as queries from './reminders.queries.ts';

/** The text names this many people. Further people are mentioned too, but only counted in the text. */
const NAMED = 20;

/** Runs once a minute. Several servers may run it: the first to mark a reminder sends it. */
export async function remindOfTodos(app: App, now = new Date()): Promise<void> {
  for (const id of await queries.listDueMessages(app.db, now)) {
    try {
      await performWork(app, systemCaller, (work) => remindOf({ ...work, now }, id));
    } catch (error) {
      app.log.error({ err: error, message: id }, 'a to-do reminder could not be sent');
    }
  }
}

/** The bot replies to the message and mentions the people whose to-do is open. */
async function remindOf(work: Work, msgId: number): Promise<void> {
  // The message is locked before the to-dos and the dialog, as it is when a to-do is completed.
  const message = await lockMessage(work.tx, msgId);
  const due = await queries.claimDue(work.tx, msgId, work.now);
  const people = message ? await queries.listActiveMembers(work.tx, message.dialog_id, due) : [];
  if (!message || people.length === 0) return;
  const names = people.slice(0, NAMED).map((user) => `@${displayName(user)}`);
  if (people.length > NAMED) names.push(`+${people.length - NAMED}`);
  const bot = await asBot(work, 'todo-alert');
  const key = 'bot.todo_due';
  await postMessage(
    bot,
    {
      dialogId: message.dialog_id,
      userid: bot.caller.userid,
      type: 'template',
      mtype: 'template',
      // The title is stored as a key too, so that everyone reads it in their own language.
      msg: { type: 'content', title: translate('en', key), key, content: names.join(' ') },
      searchKey: '',
      mentions: people.map((user) => user.userid),
      link: false,
      isBot: true,
      silence: false,
      replyId: message.id,
      sessionId: message.session_id,
    },
    undefined,
    {
      id: message.id,
      userid: message.userid,
      type: message.type,
      msg: quotedMsg(message.msg as Record<string, unknown>),
    },
  );
}
