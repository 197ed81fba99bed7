import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { hasProof } from '#modules/sessions/proof.service';
import { findUser } from '#modules/users/users.service';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { type BotRow, listBots, listDialogsOf } from './bots.queries.ts';
import { asPersonalBot, deleteBot, editBot, ownBot, revokeToken, tokenOf } from './bots.service.ts';

/** The number of conversations that `/dialog` lists. */
const DIALOGS = 20;
/** The number of bots that `/list` lists. */
const LISTED = 50;

/** A command in a direct conversation with a bot. */
export interface Command {
  /** The conversation for the reply, and its sender. */
  dialogId: number;
  bot: number;
  isManager: boolean;
  /** The bot's owner; undefined for the bot manager. */
  owner: number | undefined;
  userid: number;
  /** The text of the command, for example `/newbot Deploy`. */
  text: string;
}

type Reply = Record<string, unknown>;

/** Carries out a command and posts the reply. `work` is the person's. @throws what the command throws */
export async function runCommand(work: Work, command: Command): Promise<void> {
  const [name = '', ...words] = command.text.trim().split(/\s+/);
  const { lang } = work.caller;
  const isTheirs = command.owner === undefined || command.owner === command.userid;
  const reply = isTheirs
    ? await answer(work, command, name, words, lang)
    : { type: name, content: translate(lang, 'bot.not_yours') };
  await postReply(work, command, reply);
}

async function answer(work: Work, command: Command, name: string, words: string[], lang: Language): Promise<Reply> {
  const { isManager, userid } = command;
  const type = name.toLowerCase();
  if (type === '/help') return { type, manager: isManager, version: work.app.version };
  if (type === '/api') return apiReply(work, command);
  if (isManager && type === '/list') {
    return { type, data: (await listBots(work.tx, userid)).slice(0, LISTED).map(rowOf) };
  }
  if (isManager && type === '/newbot') {
    const { id } = await editBot(work, { name: words.join(' ') });
    const row = await ownBot(work, id);
    await greet(work, row);
    return { type, data: rowOf(row) };
  }
  if (!HANDLED.has(type)) {
    return { type: name.slice(0, 40), content: translate(lang, 'bot.unsupported', { command: name.slice(0, 40) }) };
  }
  const id = isManager ? Number(words.shift()) : command.bot;
  const row = await ownBot(work, Number.isSafeInteger(id) ? id : 0);
  return aboutBot(work, type, row, words);
}

const HANDLED = new Set([
  '/hello',
  '/info',
  '/setname',
  '/deletebot',
  '/token',
  '/revoke',
  '/clearday',
  '/webhook',
  '/dialog',
]);

async function aboutBot(work: Work, type: string, row: BotRow, words: readonly string[]): Promise<Reply> {
  const { bot_id: id } = row;
  const [first = ''] = words;
  // Somebody else may be using an unlocked device. Screens ask for a proof before the same change.
  if ((type === '/token' || type === '/revoke') && !(await hasProof(work))) {
    return { type, content: translate(work.caller.lang, 'bot.proof') };
  }
  switch (type) {
    case '/setname':
      await editBot(work, { id, name: words.join(' ') });
      break;
    case '/clearday':
      await editBot(work, { id, clear_day: first === '' ? 30 : Number(first) });
      break;
    case '/webhook':
      await editBot(work, { id, webhook_url: first });
      break;
    case '/token':
      return { type, data: { ...rowOf(row), token: await tokenOf(work, row) } };
    case '/revoke':
      return { type, data: { ...rowOf(row), token: await revokeToken(work, row) } };
    case '/dialog': {
      const list = await listDialogsOf(work.tx, id, words.join(' '), DIALOGS);
      return { type, data: list.map((dialog) => ({ id: dialog.id, name: dialog.name, type: dialog.type })) };
    }
    case '/deletebot':
      await deleteBot(work, { id, remark: '/deletebot' });
      return { type, data: { userid: id, nickname: row.nickname } };
  }
  return { type, data: rowOf(await ownBot(work, id)) };
}

const rowOf = (row: BotRow) => ({
  userid: row.bot_id,
  nickname: row.nickname,
  clear_day: row.clear_day,
  clear_at: wireTime(row.clear_at),
  webhook_url: row.webhook_url || '-',
  webhook_num: row.webhook_num,
});

async function apiReply(work: Work, { bot }: Command): Promise<Reply> {
  const user = await findUser(work.tx, bot);
  return { type: '/api', version: work.app.version, email: user?.email ?? '', url: `${work.app.publicUrl}/api/` };
}

/** Posts a new bot's first message to its owner. */
export async function greet(work: Work, row: BotRow): Promise<void> {
  const dialogId = await dialogWith(work, row.bot_id);
  await postReply(work, { dialogId, bot: row.bot_id }, { type: '/hello', data: rowOf(row) });
}

export async function postReply(
  work: Work,
  { dialogId, bot }: Pick<Command, 'dialogId' | 'bot'>,
  msg: Reply,
): Promise<void> {
  await postMessage(asPersonalBot(work, bot), {
    dialogId,
    userid: bot,
    type: 'template',
    mtype: 'template',
    msg,
    searchKey: '',
    mentions: [],
    link: false,
    isBot: true,
    silence: true,
    replyId: 0,
  });
}
