import { randomInt } from 'node:crypto';
import type * as contract from '@atrium/contract/chat/bots.ts';
import { BOT_NAME, type Bot, type BotEvent, CLEAR_DAY, MOST_BOTS, type OthersBot } from '@atrium/contract/chat/bots.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { endAccount } from '#modules/accounts/accounts.service';
import { createBotAccount } from '#modules/auth/signUp/account.service';
import { chosenAvatar } from '#modules/avatars/avatars.service';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { openBotSession } from '#modules/sessions/sessions.service';
import { avatarUrl, presentBasic } from '#modules/users/present.service';
import { endOtherSessions, nameFields, saveUser } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor, systemCaller } from '#platform/callers';
import { fail } from '#platform/fail';
import { mayBeAsked } from '#platform/outside/outbound';
import { wireTime } from '#platform/time/time';
import { isAdmin, performWork, type View, type Work } from '#platform/work';
import {
  type BotRow,
  deleteBotRow,
  findBot,
  findBotAddress,
  insertBot,
  listBots,
  listBotsOfOthers,
  lockBots,
  updateBot,
} from './bots.queries.ts';

const MOST_OTHERS = 1000;
const about = (bot: number) => `bot.${bot}`;
const ADDRESS = '@bot.system';
const isSystemBot = (email: string) => email.endsWith(ADDRESS) && !/^user-(normal|session)-/.test(email);

export async function listOwn({ app, tx, caller }: View) {
  const rows = await listBots(tx, caller.userid);
  return { list: rows.map((row) => present(app, row)) };
}

/** Lists the bots of everybody else, so that administrators know what runs in their workspace. */
export async function listOthers({ app, tx, caller }: View): Promise<{ list: OthersBot[] }> {
  const rows = await listBotsOfOthers(tx, caller.userid, MOST_OTHERS);
  return {
    list: rows.map((row) => ({
      id: row.bot_id,
      name: row.nickname,
      avatar: avatarUrl(app, row),
      email: row.email,
      owner: row.userid,
      owner_name: row.owner_name,
      is_active: row.is_active,
      host: URL.canParse(row.webhook_url) ? new URL(row.webhook_url).host : '',
    })),
  };
}

const present = (app: App, row: BotRow): Bot => ({
  id: row.bot_id,
  name: row.nickname,
  avatar: avatarUrl(app, row),
  email: row.email,
  clear_day: row.clear_day,
  webhook_url: row.webhook_url,
  webhook_events: row.webhook_events as BotEvent[],
  webhook_num: row.webhook_num,
  webhook_paused_at: row.webhook_paused_at && wireTime(row.webhook_paused_at),
  session: row.is_session,
  system_name: '',
});

/** A bot of the caller. @throws bot.gone */
export async function ownBot({ tx, caller }: View, id: number): Promise<BotRow> {
  const row = await findBot(tx, id);
  if (!row || row.userid !== caller.userid) throw fail('bot.gone');
  return row;
}

/** A bot of the caller, or of the workspace for administrators. @throws bot.gone */
export async function readBot(view: View, { id }: InputOf<typeof contract.botInfo>): Promise<Bot> {
  const system = await systemBotFor(view, id);
  if (system) return system;
  return present(view.app, await ownBot(view, id));
}

async function systemBotFor({ app, tx, caller }: View, id: number): Promise<Bot | undefined> {
  if (!isAdmin(caller)) return undefined;
  const user = await findUser(tx, id);
  if (!user?.bot || user.delete_at || !isSystemBot(user.email)) return undefined;
  const { nickname, userimg } = presentBasic(app, user);
  return {
    id,
    name: nickname,
    avatar: userimg,
    email: user.email,
    clear_day: 0,
    webhook_url: '',
    webhook_events: [],
    webhook_num: 0,
    webhook_paused_at: null,
    session: user.email.startsWith('ai-'),
    system_name: user.email.slice(0, -ADDRESS.length),
  };
}

type Edit = InputOf<typeof contract.botEdit>;

/** Creates a bot or changes one. @throws bot.gone, bot.name, bot.many, bot.url, bot.days, bot.system */
export async function editBot(work: Work, input: Edit): Promise<Bot> {
  check(work.app, input);
  if (!input.id) return present(work.app, await createBot(work, input));
  const system = await systemBotFor(work, input.id);
  if (system) return renameSystemBot(work, input.id, input);
  const before = await ownBot(work, input.id);
  await rename(work, before.bot_id, input);
  auditAddress(work, before, input.webhook_url);
  const { clear_day, webhook_url, webhook_events } = input;
  const isNewAddress = webhook_url !== undefined && webhook_url !== before.webhook_url;
  if (clear_day !== undefined || webhook_url !== undefined || webhook_events !== undefined) {
    await updateBot(work.tx, before.bot_id, {
      ...(clear_day !== undefined && { clear_day, clear_at: daysAfter(work.now, clear_day) }),
      // Saving the address again lets a paused one be called again.
      ...(webhook_url !== undefined && { webhook_url, webhook_failures: 0, webhook_paused_at: null }),
      ...(isNewAddress && { webhook_num: 0 }),
      ...(webhook_events !== undefined && { webhook_events: [...webhook_events] }),
    });
  }
  return present(work.app, await ownBot(work, before.bot_id));
}

/** Audits a changed webhook address. The address may contain a secret, so only its host is recorded. */
function auditAddress(work: Work, { bot_id: id, nickname: name, webhook_url: before }: BotRow, after = before): void {
  if (after === before) return;
  const host = (url: string) => (URL.canParse(url) ? new URL(url).host : '');
  work.audit({
    action: 'bot.changed',
    target: { type: 'user', id, name },
    detail: { changes: { webhook_url: { from: host(before), to: host(after) } } },
  });
}

const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);

function check(app: App, { name, webhook_url, clear_day }: Edit): void {
  const length = [...(name ?? 'ok')].length;
  if (length < BOT_NAME.min || length > BOT_NAME.max) throw fail('bot.name', BOT_NAME);
  if (webhook_url && !mayBeAsked(webhook_url, app.localHosts)) throw fail('bot.url');
  if (clear_day !== undefined && (clear_day < CLEAR_DAY.min || clear_day > CLEAR_DAY.max)) {
    throw fail('bot.days', CLEAR_DAY);
  }
}

async function renameSystemBot(work: Work, id: number, input: Edit): Promise<Bot> {
  if (input.webhook_url !== undefined || input.clear_day !== undefined) throw fail('bot.system');
  await rename(work, id, input);
  const bot = await systemBotFor(work, id);
  if (!bot) throw fail('bot.gone');
  return bot;
}

async function rename(work: Work, id: number, { name, avatar }: Edit): Promise<void> {
  if (name === undefined && avatar === undefined) return;
  await saveUser(work, id, {
    ...(name !== undefined && nameFields(name, '')),
    ...(avatar !== undefined && { userimg: await chosenAvatar(work, avatar, 'avatar') }),
  });
}

/** Creates a bot and a conversation with its owner, in which it greets. */
async function createBot(work: Work, input: Edit): Promise<BotRow> {
  const { tx, caller } = work;
  if (input.name === undefined) throw fail('bot.name', BOT_NAME);
  await lockBots(tx, caller.userid);
  if ((await listBots(tx, caller.userid)).length >= MOST_BOTS) throw fail('bot.many', { limit: MOST_BOTS });
  const kind = input.session ? 'session' : 'normal';
  const user = await createBotAccount(work, {
    email: `user-${kind}-${String(randomInt(10_000_000, 100_000_000))}${ADDRESS}`,
    nickname: input.name,
    userimg: input.avatar === undefined ? '' : await chosenAvatar(work, input.avatar, 'avatar'),
  });
  const clear_day = input.clear_day ?? CLEAR_DAY.default;
  await insertBot(tx, {
    bot_id: user.userid,
    userid: caller.userid,
    clear_day,
    clear_at: daysAfter(work.now, clear_day),
    webhook_url: input.webhook_url ?? '',
    ...(input.webhook_events && { webhook_events: [...input.webhook_events] }),
    is_session: input.session ?? false,
  });
  await dialogWith(work, user.userid);
  const row = await ownBot(work, user.userid);
  work.audit({ action: 'bot.created', target: { type: 'user', id: row.bot_id, name: row.nickname } });
  auditAddress(work, { ...row, webhook_url: '' }, row.webhook_url);
  return row;
}

/** @throws bot.gone, bot.system */
export async function deleteBot(work: Work, { id, remark }: InputOf<typeof contract.botDelete>) {
  if (await systemBotFor(work, id)) throw fail('bot.system');
  const row = isAdmin(work.caller) ? await findBot(work.tx, id) : await ownBot(work, id);
  if (!row) throw fail('bot.gone');
  const user = await findUser(work.tx, row.bot_id);
  if (!user) throw fail('bot.gone');
  await deleteBotRow(work.tx, row.bot_id);
  work.audit({ action: 'bot.deleted', target: { type: 'user', id: row.bot_id, name: row.nickname } });
  await endAccount(work, user, { receiver: null, reason: remark });
  return {};
}

/** The bot's token, made on first use. */
export async function tokenOf(work: Work, row: BotRow): Promise<string> {
  const { secrets } = work.app;
  if (row.token) return secrets.open(row.token, about(row.bot_id));
  const token = await openBotSession(work.tx, row.bot_id);
  work.audit({ action: 'token.created', target: { type: 'user', id: row.bot_id, name: row.nickname } });
  await updateBot(work.tx, row.bot_id, { token: secrets.seal(token, about(row.bot_id)) });
  return token;
}

/**
 * The address of the program of a personal bot in a conversation ('' without one), and the token that signs its calls.
 * Undefined unless it is a bot of an active person, or was removed from the conversation.
 */
export async function addressOf(
  app: App,
  bot: number,
  dialogId: number,
): Promise<{ name: string; url: string; token: string } | undefined> {
  const row = await findBotAddress(app.db, bot, dialogId);
  if (!row) return undefined;
  const url = row.webhook_paused_at ? '' : row.webhook_url;
  const token = url ? await performWork(app, systemCaller, (work) => tokenOf(work, row)) : '';
  return { name: row.nickname, url, token };
}

/** Replaces the token: programs that use the former one are refused from now on. */
export async function revokeToken(work: Work, row: BotRow): Promise<string> {
  await endOtherSessions(work, row.bot_id);
  work.audit({ action: 'token.revoked', target: { type: 'user', id: row.bot_id, name: row.nickname } });
  return tokenOf(work, { ...row, token: '' });
}

/** The caller of a bot's actions. */
export const asPersonalBot = (work: Work, bot: number): Work => ({ ...work, caller: callerFor(bot) });
