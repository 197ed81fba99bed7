import type { ProgramAnswer } from '@atrium/contract/chat/actions.ts';
import { addressOf } from '#modules/bots/bots.service';
import { editForProgram, sendForProgram } from '#modules/messages/sending/program.service';
import type { App } from '#platform/app';
import { randomHex, tokenHash } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { isAccepted, postToProgram } from '#platform/outside/program';
import type { Caller } from '#platform/work';
import { type Answer, isForAll, readAnswer, UnusableAnswer } from './answer.ts';
import { openForm } from './forms.service.ts';
import { findCommandByBot, insertReply, noteUse } from './programs.queries.ts';

/** Where a program listens, and as whom it speaks. */
export interface Program {
  bot: number;
  name: string;
  url: string;
  key: Buffer;
  /** Set for a command. */
  commandId: number;
}

/** What a call is about. */
export interface About {
  dialogId: number;
  /** The message whose button was pressed. */
  msgId: number;
}

const REPLY_MS = 30 * 60_000;
const REPLIES = 5;
/** `whsec_` and base64, as the Standard Webhooks specification has secrets. */
const PREFIX = 'whsec_';
export const aboutSecret = (bot: number) => `command.${bot}`;
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
export const newSecret = (): string => `${PREFIX}${Buffer.from(randomHex(24), 'hex').toString('base64')}`;

/** The program behind an account, as it is now. @throws program.silent if it listens nowhere */
export async function programOf(app: App, bot: number): Promise<Program> {
  const personal = await addressOf(app, bot);
  if (personal?.url) {
    return { bot, name: personal.name, url: personal.url, key: Buffer.from(personal.token), commandId: 0 };
  }
  const command = await findCommandByBot(app.db, bot);
  if (!command) throw fail('program.silent', { name: personal?.name ?? '' });
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
 * @throws program.silent if it does not accept the call, program.actions if its answer cannot be used, and what a send
 *   throws
 */
export async function callProgram(
  app: App,
  person: Caller,
  program: Program,
  { about, type, body }: { about: About; type: 'application/json' | 'application/x-www-form-urlencoded'; body: string },
): Promise<ProgramAnswer> {
  const outcome = await postToProgram(app, program.url, { type, body, key: program.key });
  const isGood = isAccepted(outcome);
  if (program.commandId > 0) {
    const problem = isGood ? '' : `${outcome.status || ''} ${outcome.answer}`.trim().slice(0, 300);
    await noteUse(app.db, program.commandId, problem);
  }
  if (!isGood) throw fail('program.silent', { name: program.name });
  return carryOut(app, person, program, about, readable(outcome.answer, program));
}

function readable(answer: string, { name }: Program): Answer {
  try {
    return readAnswer(answer);
  } catch (error) {
    if (error instanceof UnusableAnswer) throw fail('program.actions', { problem: error.message, name });
    throw error;
  }
}

/** What the person sees at once; the rest is posted or changed in the conversation. @throws what a send throws */
export async function carryOut(
  app: App,
  person: Caller,
  program: Pick<Program, 'bot' | 'name'>,
  { dialogId, msgId }: About,
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
      { dialogId, text, replyId: 0, actions, isGroup: false },
      async () => undefined,
    );
  }
  return {
    reply: !isPosted && text.trim() !== '' ? { name: program.name, text, actions: [] } : null,
    form: form ? await openForm(app, { bot: program.bot, userid: person.userid, dialogId, msgId }, form) : null,
    problems: errors,
  };
}

/** Refuses what a person may no longer do, in words for a program. */
export const isRefusal = (error: unknown): error is Failure => error instanceof Failure;
