import { randomInt } from 'node:crypto';
import type { ProgramAnswer } from '@atrium/contract/chat/actions.ts';
import type * as contract from '@atrium/contract/chat/commands.ts';
import {
  BUILT_IN,
  COMMAND_WORD,
  type Command,
  type CommandInfo,
  MOST_COMMANDS,
} from '@atrium/contract/chat/commands.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { endAccount } from '#modules/accounts/accounts.service';
import { createBotAccount } from '#modules/auth/signUp/account.service';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { requireVoice } from '#modules/messages/sending/send.service';
import { settingsOf } from '#modules/system/settings.service';
import { displayName } from '#modules/users/present.service';
import { nameFields, saveUser } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { mayBeAsked } from '#platform/outside/outbound';
import { translateReason } from '#platform/outside/refusal';
import { wireTime } from '#platform/time/time';
import { isAdmin, type View, type Work } from '#platform/work';
import { aboutSecret, callProgram, newSecret, programOf, replyAddress } from './call.service.ts';
import * as queries from './programs.queries.ts';

const NAME = { min: 2, max: 20 };
const USES = 30;
const WINDOW_MS = 10_000;

export async function listUsable({ tx, caller }: View) {
  const rows = await queries.listUsable(tx, caller.userid);
  return { list: rows.map(infoOf) };
}

/** @throws forbidden */
export async function listOwn({ tx, caller }: View, { all }: InputOf<typeof contract.commandOwn>) {
  if (all && !isAdmin(caller)) throw fail('forbidden');
  const rows = await queries.listCommands(tx, all ? undefined : caller.userid);
  return { list: rows.map((row) => present(row, caller.lang)) };
}

const infoOf = ({ id, word, hint, about, nickname }: queries.CommandRow): CommandInfo => ({
  id,
  word,
  hint,
  about,
  name: nickname,
});

const present = (row: queries.CommandRow, lang: Language): Command => ({
  ...infoOf(row),
  url: row.url,
  for_all: row.for_all,
  userid: row.userid,
  nickname: displayName({ nickname: row.maker_name, email: row.maker_email }),
  uses: row.uses,
  used_at: row.used_at && wireTime(row.used_at),
  problem: translateReason(row.problem, lang),
});

/** Finds a command that the caller may change: their own, or any for an administrator. @throws command.gone */
async function commandFor({ tx, caller }: View, id: number): Promise<queries.CommandRow> {
  const row = await queries.findCommand(tx, id);
  if (!row || (row.userid !== caller.userid && !(row.for_all && isAdmin(caller)))) throw fail('command.gone');
  return row;
}

type Edit = InputOf<typeof contract.commandEdit>;

/** @throws forbidden, command.gone, command.word, command.taken, command.url, command.many, command.name */
export async function editCommand(work: Work, input: Edit): Promise<Command> {
  const { tx, caller } = work;
  const word = input.word.replace(/^\//, '').toLowerCase();
  check(work.app, input, word);
  const before = input.id ? await commandFor(work, input.id) : undefined;
  if ((input.for_all || before?.for_all) && !isAdmin(caller)) throw fail('forbidden');
  const userid = before?.userid ?? caller.userid;
  const count = await queries.lockCommands(tx, userid);
  if (await queries.isWordTaken(tx, { word, userid, forAll: input.for_all, except: before?.id ?? 0 })) {
    throw fail('command.taken', { word });
  }
  const { url, hint = '', about = '', for_all } = input;
  const fields = { word, url, hint, about, for_all, problem: '' };
  if (before) {
    await queries.updateCommand(tx, before.id, fields);
    if (before.nickname !== input.name) await saveUser(work, before.bot_id, nameFields(input.name, ''));
    return presentById(work, before.id);
  }
  if (count >= MOST_COMMANDS) throw fail('command.many', { limit: MOST_COMMANDS });
  const digits = () => String(randomInt(10_000_000, 100_000_000));
  const { userid: bot_id } = await createBotAccount(work, {
    email: `command-${digits()}${digits()}@bot.system`,
    nickname: input.name,
    userimg: '',
  });
  const secret = work.app.secrets.seal(newSecret(), aboutSecret(bot_id));
  const id = await queries.insertCommand(tx, { ...fields, secret, userid, bot_id });
  work.audit({ action: 'token.created', detail: { kind: 'command', name: `/${word}` } });
  return presentById(work, id);
}

async function presentById({ tx, caller }: View, id: number): Promise<Command> {
  const row = await queries.findCommand(tx, id);
  if (!row) throw fail('command.gone');
  return present(row, caller.lang);
}

function check(app: App, { name, url }: Edit, word: string): void {
  const length = [...name].length;
  if (length < NAME.min || length > NAME.max) throw fail('command.name', NAME);
  if (!new RegExp(COMMAND_WORD, 'u').test(word)) throw fail('command.word');
  if (BUILT_IN.some((each) => each === word)) throw fail('command.taken', { word });
  if (!mayBeAsked(url, app.localHosts)) throw fail('command.url');
}

/** @throws command.gone */
export async function secretOf(work: Work, { id, renew }: InputOf<typeof contract.commandSecret>) {
  const row = await commandFor(work, id);
  if (!renew) return { secret: work.app.secrets.open(row.secret, aboutSecret(row.bot_id)) };
  const secret = newSecret();
  await queries.updateCommand(work.tx, id, { secret: work.app.secrets.seal(secret, aboutSecret(row.bot_id)) });
  work.audit({ action: 'token.created', detail: { kind: 'command', name: `/${row.word}` } });
  return { secret };
}

/** @throws command.gone */
export async function deleteCommand(work: Work, { id }: InputOf<typeof contract.commandDelete>) {
  const row = await commandFor(work, id);
  await queries.deleteCommandRow(work.tx, id);
  work.audit({ action: 'token.revoked', detail: { kind: 'command', name: `/${row.word}` } });
  const user = await findUser(work.tx, row.bot_id);
  if (user) await endAccount(work, user, { receiver: null, reason: 'command deleted' });
  return {};
}

/** The longest part of a command that a message shows. */
const MOST_COMMAND = 200;

/** @throws dialog.gone, message.muted, command.gone, program.silent, program.unusable */
export async function runCommand(direct: Direct, input: InputOf<typeof contract.commandRun>): Promise<ProgramAnswer> {
  const { app, caller, tx } = direct;
  // A program that answers a program could do so forever.
  if (caller.isBot) throw fail('forbidden');
  if (!app.limiter.take(`program:${caller.userid}`, USES, WINDOW_MS)) throw fail('rate.limited');
  const { dialog } = await dialogFor(direct, input.dialog_id);
  requireVoice(direct, dialog, await settingsOf(app));
  const row = (await queries.listUsable(tx, caller.userid)).find(({ id }) => id === input.id);
  if (!row) throw fail('command.gone');
  const program = await programOf(app, row.bot_id, dialog.id);
  const command = `/${row.word} ${input.text.trim()}`.trim().slice(0, MOST_COMMAND);
  const about = { dialogId: dialog.id, msgId: 0, command };
  // The fields have Slack's names, so that programs for Slack understand them.
  const body = new URLSearchParams({
    command: `/${row.word}`,
    text: input.text.trim(),
    user_id: String(caller.userid),
    user_name: caller.nickname,
    user_lang: caller.lang,
    channel_id: String(dialog.id),
    channel_name: dialog.type === 'group' ? dialog.name : 'directmessage',
    response_url: await replyAddress(app, caller, program, about),
    version: app.version,
  }).toString();
  return callProgram(app, caller, program, { about, type: 'application/x-www-form-urlencoded', body });
}
