import type { Message } from '@atrium/contract/chat/messages.ts';
import { messageAdded, shownMsg } from '@atrium/contract/chat/messages.ts';
import type { en } from '@atrium/i18n/catalogs/en.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { CompiledQuery } from 'kysely';
import type { Static } from 'typebox';
import { displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import type { CommittedEvent, Variant } from '#platform/events/events';
import type { Direct } from '#platform/http/route';
import { wireTime, wireTimeMs } from '#platform/time/time';
import type { Work } from '#platform/work';
import type { Draft, Inserted } from './newMessage.ts';
import { SEND, SEND_TO_MANY } from './send.queries.ts';

export type { Draft } from './newMessage.ts';

import { SendQueue } from './sendQueue.ts';

function parameters(draft: Draft, at: Date, mutation: string | null, isAllowed: boolean): unknown[] {
  return [
    draft.dialogId,
    draft.userid,
    at,
    draft.type,
    draft.mtype,
    JSON.stringify(draft.msg),
    draft.searchKey,
    Number(draft.link),
    Number(draft.isBot),
    Number(draft.silence),
    draft.replyId,
    draft.mentions,
    mutation,
    isAllowed,
    draft.forwardId ?? 0,
    draft.sessionId ?? 0,
  ];
}

/** A message that was just sent, in the wire format for its sender. */
export function messageOf(draft: Draft, row: Inserted): Message {
  return {
    id: row.id,
    dialog_id: draft.dialogId,
    dialog_type: row.dialog_type,
    seq: row.seq,
    session_id: row.session_id,
    userid: draft.userid,
    type: draft.type,
    mtype: draft.mtype,
    msg: draft.msg,
    emoji: [],
    read: 0,
    send: row.send,
    percentage: row.send === 0 ? 100 : 0,
    tag: 0,
    todo: 0,
    todo_done: 1,
    link: Number(draft.link),
    modify: 0,
    bot: Number(draft.isBot),
    reply_num: 0,
    reply_id: draft.replyId,
    forward_id: draft.forwardId ?? 0,
    forward_num: 0,
    silence: Number(draft.silence),
    mentions: [...draft.mentions],
    created_at: wireTime(row.created_at),
    mention: 0,
    dot: 0,
    read_at: null,
  };
}

/**
 * The fields that differ between receivers: whether they are mentioned. The sender's other devices get the message as
 * read and played.
 */
export function addedVariants(message: Pick<Message, 'userid' | 'mentions'>, at: Date): Variant[] {
  const mentioned = message.mentions.filter((userid) => userid > 0 && userid !== message.userid);
  const own: Variant = { users: [message.userid], patch: { mention: 0, dot: 0, read_at: wireTime(at) } };
  return mentioned.length === 0 ? [own] : [own, { users: mentioned, patch: { mention: 1 } }];
}

export function addedData(message: Message, at: Date, answered?: number | null): Static<(typeof messageAdded)['data']> {
  return {
    ...message,
    ...(typeof answered === 'number' && { answered_num: answered }),
    mention: Number(message.mentions.includes(0)),
    dot: Number(message.type === 'record'),
    user_at: wireTimeMs(at),
    user_ms: at.getTime(),
  };
}

function addedEvent(message: Message, row: Inserted, at: Date): CommittedEvent {
  return {
    id: Number(row.event_id),
    at: Date.now(),
    type: messageAdded.type,
    action: messageAdded.action,
    data: addedData({ ...message, msg: shownMsg(message.msg, 0) }, at, row.answered_num),
    audience: { aud: 'dialog', ref: message.dialog_id, version: row.member_version },
    variants: addedVariants(message, at),
  };
}

const lines = new WeakMap<App, SendQueue>();
function lineOf(app: App): SendQueue {
  const known = lines.get(app);
  if (known) return known;
  const line = new SendQueue(app.pool, async ({ draft, at, mutation }) => {
    const values = parameters(draft, at, mutation ?? null, false);
    const { rows } = await app.pool.query<Inserted>({ name: 'send', text: SEND, values });
    return rows[0] && { ...rows[0], created_at: at };
  });
  lines.set(app, line);
  return line;
}

/**
 * The fast way to send: a prepared statement that is its own transaction, and is shared with other sends of the same
 * moment. Undefined if the sender has no member row in the dialog; the slow path then finds out why, or lets a project
 * member in. The draft mentions nobody and replies to nothing.
 *
 * @throws the database's unique violation if this mutation was carried out before
 */
export async function sendDirect({ app, caller, now, mutation }: Direct, draft: Draft): Promise<Message | undefined> {
  const inserted = await lineOf(app).send({ draft, at: now, mutation });
  if (!inserted) return undefined;
  const message = messageOf(draft, inserted);
  const event = addedEvent(message, inserted, now);
  app.metrics.sends.inc();
  app.ownWrites.note(caller.userid, event.id);
  app.announcer.announce({
    ...event,
    by: caller.userid,
    extra: { silence: Number(draft.silence), ...(mutation && { mutation }) },
    ...(!mutation && { skipFd: caller.fd }),
  });
  return { ...message, read_at: wireTime(now) };
}

/**
 * Sends inside a larger change. Access has been checked, or the system posts (userid 0). `quote` is shown with the
 * message but not stored: later readers get the quoted message as it is then.
 */
export async function postMessage(
  work: Work,
  draft: Draft,
  mutation?: string,
  quote?: Record<string, unknown> | null,
): Promise<Message> {
  const at = new Date(Math.max(Date.now(), work.now.getTime()));
  const { rows } = await work.tx.executeQuery<Inserted>(
    CompiledQuery.raw(SEND, parameters(draft, at, mutation ?? null, true)),
  );
  const row = rows[0];
  if (!row) throw new Error(`dialog ${draft.dialogId} took no message`);
  const inserted = { ...row, created_at: at };
  const bare = messageOf(draft, inserted);
  const message = quote ? { ...bare, msg: { ...bare.msg, reply_data: quote } } : bare;
  const { app, caller, isNamed } = work;
  work.afterCommit(() => {
    app.metrics.sends.inc();
    app.announcer.announce({
      ...addedEvent(message, inserted, at),
      by: caller.userid,
      extra: { silence: Number(draft.silence), ...(mutation && { mutation }) },
      ...(!mutation && !isNamed && { skipFd: caller.fd }),
    });
  });
  return { ...message, read_at: wireTime(at) };
}

/** A bot's message. */
export type BotMessage = Pick<Draft, 'type' | 'mtype' | 'msg' | 'searchKey' | 'silence'>;

/** Sends the same message of this work's bot to its direct chats. */
export async function postToDialogs(bot: Work, dialogIds: readonly number[], message: BotMessage): Promise<void> {
  if (dialogIds.length === 0) return;
  const at = new Date(Math.max(Date.now(), bot.now.getTime()));
  const { type, mtype, msg, searchKey, silence } = message;
  const values = [dialogIds, bot.caller.userid, at, type, mtype, JSON.stringify(msg), searchKey, Number(silence)];
  const { rows } = await bot.tx.executeQuery<Inserted & { dialog_id: number; pair: number[] }>(
    CompiledQuery.raw(SEND_TO_MANY, values),
  );
  const { app, caller } = bot;
  bot.afterCommit(() => {
    app.metrics.sends.inc(rows.length);
    for (const { dialog_id: dialogId, pair, ...row } of rows) {
      const draft: Draft = {
        ...message,
        dialogId,
        userid: caller.userid,
        mentions: [],
        link: false,
        isBot: true,
        replyId: 0,
      };
      const inserted = { ...row, created_at: at };
      app.announcer.announce({
        ...addedEvent(messageOf(draft, inserted), inserted, at),
        // The receivers are already known, so a thousand memberships need not be looked up.
        audience: { aud: 'users', users: pair },
        extra: { silence: Number(silence) },
      });
    }
  });
}

export type NoticeKey = Extract<keyof typeof en, `notice.${string}`>;

/** The person whom a notice names. The id finds the notice if the person is erased. */
export const aboutPerson = (user: { userid: number; nickname: string; email: string }) => ({
  name: displayName(user),
  userid: String(user.userid),
});

/** Posts a system line. It is stored as a key with its data, so that everyone reads it in their own language. */
export async function postNotice(
  work: Work,
  dialogId: number,
  userid: number,
  key: NoticeKey,
  data: Record<string, string>,
): Promise<void> {
  await postMessage(work, {
    dialogId,
    userid,
    type: 'notice',
    mtype: 'notice',
    msg: { notice: translate('en', key, data), key, data },
    searchKey: '',
    mentions: [],
    link: false,
    isBot: false,
    silence: true,
    replyId: 0,
  });
}
