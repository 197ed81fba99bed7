import type { MessageAction, ProgramAnswer } from '@atrium/contract/chat/actions.ts';
import { addressOf } from '#modules/bots/bots.service';
import { editForProgram, sendForProgram } from '#modules/messages/sending/program.service';
import type { App } from '#platform/app';
import { randomHex, tokenHash } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { isAccepted, type ProgramOutcome, postToProgram } from '#platform/outside/program';
import type { Caller } from '#platform/work';
import { type Answer, isForAll, readAnswer, UnusableAnswer } from './answer.ts';
import { openForm } from './forms.service.ts';
import { findCommandByBot, insertReply, noteUse } from './programs.queries.ts';
import { storeButtons } from './replyButtons.service.ts';

/** The address of a program, and the bot that posts its messages. */
export interface Program {
  bot: number;
  name: string;
  url: string;
  key: Buffer;
  /** The command; 0 for a bot. */
  commandId: number;
}

/** The subject of a call. */
export interface About {
  dialogId: number;
  /** The message whose button was pressed; 0 for a reply that only the person saw, and for a command. */
  msgId: number;
  /** The command as it was typed, for those who see what it posted. */
  command?: string;
}

const REPLY_MS = 30 * 60_000;
const REPLIES = 5;
/** `whsec_` and base64, as the Standard Webhooks specification has secrets. */
const PREFIX = 'whsec_';
export const aboutSecret = (bot: number) => `command.${bot}`;
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
export const newSecret = (): string => `${PREFIX}${Buffer.from(randomHex(24), 'hex').toString('base64')}`;

/**
 * The program behind an account, as it is now. A bot may post only in its own conversations. The account of a command
 * is a member of none.
 *
 * @throws program.silent if it listens nowhere, program.action_gone if it may no longer speak here
 */
export async function programOf(app: App, bot: number, dialogId: number): Promise<Program> {
  const personal = await addressOf(app, bot, dialogId);
  if (personal?.url) {
    return { bot, name: personal.name, url: personal.url, key: Buffer.from(personal.token), commandId: 0 };
  }
  const command = await findCommandByBot(app.db, bot);
  if (!command) throw personal ? fail('program.silent', { name: personal.name }) : fail('program.action_gone');
  const key = keyOf(app.secrets.open(command.secret, aboutSecret(bot)));
  return { bot, name: command.nickname, url: command.url, key, commandId: command.id };
}

/** A secret address at which the program may answer later. */
export async function replyAddress(app: App, person: Caller, program: Program, about: About): Promise<string> {
  const secret = randomHex(24);
  await insertReply(app.db, {
    secret_hash: tokenHash(secret),
    bot_id: program.bot,
    userid: person.userid,
    dialog_id: about.dialogId,
    msg_id: about.msgId || null,
    uses_left: REPLIES,
    expires_at: new Date(Date.now() + REPLY_MS),
  });
  return `${app.publicUrl}/hook/reply/${secret}`;
}

/**
 * Calls a program for a person and carries out its answer.
 *
 * @throws program.silent if it does not accept the call, program.unusable if its answer cannot be used, and the errors
 *   of sending
 */
export async function callProgram(
  app: App,
  person: Caller,
  program: Program,
  { about, type, body }: { about: About; type: 'application/json' | 'application/x-www-form-urlencoded'; body: string },
): Promise<ProgramAnswer> {
  const outcome = await postToProgram(app, program.url, { type, body, key: program.key });
  const isGood = isAccepted(outcome);
  const answer = isGood ? readable(outcome) : `${outcome.status || ''} ${outcome.answer}`.trim();
  const problem = typeof answer === 'string' ? answer.slice(0, 300) : '';
  if (program.commandId > 0) await noteUse(app.db, program.commandId, problem);
  if (!isGood) throw fail('program.silent', { name: program.name });
  // The maker finds the reason beside the command. The person who used the command could do nothing about it.
  if (typeof answer === 'string') throw fail('program.unusable', { name: program.name, problem });
  return carryOut(app, person, program, about, answer);
}

/** Returns the answer, or in English what is wrong with it. */
function readable({ answer: body, isCut }: ProgramOutcome): Answer | string {
  if (isCut) return 'the answer is larger than 64 KB';
  try {
    return readAnswer(body);
  } catch (error) {
    if (error instanceof UnusableAnswer) return error.message;
    throw error;
  }
}

/** Carries out a program's answer and returns the part that the person sees at once. @throws the errors of sending */
export async function carryOut(
  app: App,
  person: Caller,
  program: Pick<Program, 'bot' | 'name'>,
  { dialogId, msgId, command }: About,
  answer: Answer,
): Promise<ProgramAnswer> {
  const { text = '', actions = [], update, form, errors = {} } = answer;
  if (update && msgId > 0) {
    const { bot } = program;
    await editForProgram(app, person, { msgId, bot, text: update.text, actions: update.actions ?? [] });
  }
  const isPosted = isForAll(answer) && text.trim() !== '';
  if (isPosted) {
    await sendForProgram(
      app,
      { maker: person, bot: program.bot },
      {
        dialogId,
        text,
        replyId: 0,
        actions,
        isGroup: false,
        ...(msgId === 0 && { ran: { userid: person.userid, command: command ?? '' } }),
      },
      async () => undefined,
    );
  }
  return {
    reply: await ownReply(
      app,
      { person, program, dialogId },
      isPosted ? '' : text,
      actions,
      msgId === 0 ? update : undefined,
    ),
    form: form ? await openForm(app, { bot: program.bot, userid: person.userid, dialogId, msgId }, form) : null,
    problems: errors,
  };
}

/** Presents the part that only the person sees: text, or a replacement of the reply whose button they pressed. */
async function ownReply(
  app: App,
  { person, program, dialogId }: { person: Caller; program: Pick<Program, 'bot' | 'name'>; dialogId: number },
  text: string,
  actions: readonly MessageAction[],
  update: Answer['update'],
): Promise<ProgramAnswer['reply']> {
  const shown = update ?? { text, actions };
  if (shown.text.trim() === '') return null;
  const buttons = [...(shown.actions ?? [])];
  const own = { bot: program.bot, userid: person.userid, dialogId, actions: buttons };
  const ticket = await storeButtons(app, own);
  return { name: program.name, text: shown.text, actions: buttons, ticket, replaces: update !== undefined };
}

/** Refuses what a person may no longer do, in words for a program. */
export const isRefusal = (error: unknown): error is Failure => error instanceof Failure;
