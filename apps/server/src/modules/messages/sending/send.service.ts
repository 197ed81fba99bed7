import type { MessageAction } from '@atrium/contract/chat/actions.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { dialogAudience, joinDialog } from '#modules/dialogs/members/membership.service';
import { isWithOneself } from '#modules/dialogs/peer.access';
import { aboutPerson, type Draft, postMessage, postNotice, sendDirect } from '#modules/dialogs/posting/post.service';
import { postingSettingOf } from '#modules/dialogs/posting/postingSetting.service';
import { showFile } from '#modules/files/files.service';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { relateByDialog } from '#modules/tasks/details/relations.service';
import { listActiveIds, listBasics } from '#modules/users/users.service';
import { onAllConnections } from '#platform/callers';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { isAdmin, performWork, type View, type Work } from '#platform/work';
import { refreshCards } from '../cards/cards.service.ts';
import { type MessageAccess, messageFor, ownMessageFor } from '../messages.access.ts';
import { presentMessage } from '../messages.present.ts';
import { findByMutation, listMessagesById } from '../messages.queries.ts';
import { type ComposedMessage, composeWhole } from './compose.service.ts';
import { withLinkedPictures } from './programText.ts';
import {
  deleteFullText,
  deleteMentionsOf,
  findMessageAfter,
  insertFullText,
  insertMentions,
  updateMessageText,
} from './send.queries.ts';

type SendInput = InputOf<typeof contract.msgSendtext>;

const UNIQUE_VIOLATION = '23505';

/** The workspace may require a nickname and a phone number for posting. Bots are exempt. */
export function requireProfile({ caller }: View, settings: WorkspaceSettings): void {
  if (settings.chat_information !== 'required' || caller.isBot) return;
  if (!caller.nickname) throw fail('profile.nickname');
  if (!caller.tel) throw fail('profile.phone');
}

export function requireVoice({ app, caller }: View, dialog: DialogAccess['dialog'], settings: WorkspaceSettings): void {
  if (caller.isBot || isAdmin(caller)) return;
  if (postingSettingOf(app, settings, dialog) === 'close') throw fail('message.muted');
}

/**
 * Finds a conversation for posting something other than text. @throws group.only, message.muted, the profile's errors
 */
export async function speakerFor(work: Work, dialogId: number, { isGroup }: { isGroup: boolean }) {
  const { dialog } = await dialogFor(work, dialogId);
  const settings = await settingsOf(work.app);
  requireProfile(work, settings);
  if (isGroup && dialog.type !== 'group') throw fail('group.only');
  requireVoice(work, dialog, settings);
  return dialog;
}

const isAnyMuted = (settings: WorkspaceSettings) =>
  [settings.user_private_chat_mute, settings.all_group_mute, settings.user_group_chat_mute].includes('close');

const SENDS_PER_WINDOW = 600;
const WINDOW_MS = 10_000;

/**
 * Sends to one dialog or several, replies, or edits. The plain send is one statement; the others take a transaction.
 * `sessionId`: the session of the message, whichever one is open now.
 */
export async function sendText(direct: Direct, input: SendInput, sessionId = 0): Promise<Message> {
  const { app, caller, mutation } = direct;
  const settings = await settingsOf(app);
  requireProfile(direct, settings);
  if (!app.limiter.take(`send:${caller.userid}`, SENDS_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const targets = input.dialog_id ? [input.dialog_id] : (input.dialog_ids ?? []);
  const written = await composeWhole(direct, input.text, input.text_type ?? 'html');
  const composed = caller.isBot ? withActions(withLinkedPictures(written), input.actions) : written;
  if (input.update_id) return editText(direct, input, composed);
  if (targets.length === 0) throw fail('parameter', { name: 'dialog_id' });
  if (targets.length > 1) await requireTargets(direct, targets, settings);
  let last: Message | undefined;
  for (const dialogId of targets) {
    const draft = { ...draftOf(direct, dialogId, input, composed), sessionId };
    const isPlain =
      !composed.full &&
      composed.mentions.length + composed.tasks.length + composed.pictures.length === 0 &&
      !input.reply_id &&
      sessionId === 0 &&
      !isAnyMuted(settings);
    const name = targets.length > 1 && mutation ? `${mutation}.${dialogId}` : mutation;
    last = await sendOnce(
      direct,
      name,
      async () =>
        (isPlain ? await sendDirect({ ...direct, mutation: name }, draft) : undefined) ??
        sendInWork(direct, input, draft, composed, name),
    );
  }
  if (!last) throw fail('parameter', { name: 'dialog_id' });
  return last;
}

/**
 * Adds buttons and lists to a program's text. What a person sends has none, because a click would call nobody.
 *
 * @throws program.actions
 */
export function withActions(composed: ComposedMessage, actions: readonly MessageAction[] | undefined): ComposedMessage {
  if (!actions || actions.length === 0) return composed;
  const problem = problemOf(actions);
  if (problem) throw fail('program.actions', { problem });
  return { ...composed, msg: { ...composed.msg, actions } };
}

/** Checks rules that the schema cannot express. Returns the problem in English, for the program's log; '' = none. */
export function problemOf(actions: readonly MessageAction[]): string {
  if (new Set(actions.map(({ id }) => id)).size < actions.length) return 'ids repeat';
  const empty = actions.find(({ type, options }) => type === 'select' && !options?.length);
  return empty ? `${empty.id} has no options` : '';
}

/**
 * Checks all conversations before the first send: if one refuses, no message is sent. @throws what `dialogFor` and
 * `requireVoice` throw
 */
async function requireTargets(direct: Direct, targets: readonly number[], settings: WorkspaceSettings): Promise<void> {
  for (const dialogId of targets) {
    const { dialog } = await dialogFor(direct, dialogId);
    requireVoice(direct, dialog, settings);
  }
}

/** A retry of a successful send returns the existing message. */
export async function sendOnce(
  direct: Direct,
  mutation: string | undefined,
  send: () => Promise<Message>,
): Promise<Message> {
  try {
    return await send();
  } catch (error) {
    if (!mutation || (error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const sent = await answerOf(direct, mutation);
    if (!sent) throw error;
    return sent;
  }
}

/** The message of an earlier send with this mutation, in its current state. */
export async function answerOf({ tx, caller }: View, mutation: string): Promise<Message | undefined> {
  const known = await findByMutation(tx, caller.userid, mutation);
  const [row] = known ? await listMessagesById(tx, caller.userid, [known.id]) : [];
  return row && presentMessage(row, caller.userid);
}

const draftOf = ({ caller }: View, dialogId: number, input: SendInput, composed: ComposedMessage): Draft => ({
  dialogId,
  userid: caller.userid,
  type: composed.type,
  mtype: composed.mtype,
  msg: composed.msg,
  searchKey: input.key ?? composed.searchKey,
  mentions: composed.mentions,
  link: composed.link,
  isBot: caller.isBot,
  silence: input.silence ?? false,
  replyId: input.reply_id ?? 0,
});

function sendInWork(
  direct: Direct,
  input: SendInput,
  draft: Draft,
  composed: ComposedMessage,
  mutation?: string,
): Promise<Message> {
  // A send with a mutation also gets its own events, those about people whom it adds included. The mutation is stored
  // with the message.
  const caller = mutation ? onAllConnections(direct.caller) : direct.caller;
  return performWork(direct.app, caller, async (work) => {
    const { dialog } = await dialogFor(work, draft.dialogId);
    requireVoice(work, dialog, await settingsOf(work.app));
    const quote = await quoteFor(work, dialog, input);
    await letMentionedIn(work, dialog, composed.mentions);
    const message = await postMessage(work, { ...draft, replyId: quote ? draft.replyId : 0 }, mutation, quote);
    if (composed.full) {
      await insertFullText(work.tx, { msg_id: message.id, ...composed.full });
    }
    for (const picture of composed.pictures) await showFile(work, picture, message);
    if (dialog.group_type === 'task') await relateByDialog(work, dialog.id, composed.tasks, message.id);
    return message;
  });
}

/** The quoted message, reduced to the fields that a quote shows. */
export async function quoteFor(
  work: Work,
  dialog: DialogAccess['dialog'],
  input: Pick<SendInput, 'reply_id' | 'reply_check'>,
) {
  if (!input.reply_id) return null;
  // The message is locked until the end, so that no edit comes between the quote and the reply.
  const { message } = await messageFor(work, input.reply_id, { lock: true });
  if (message.dialog_id !== dialog.id) throw fail('message.reply');
  if (input.reply_check) {
    const later = await findMessageAfter(work.tx, dialog.id, message.id);
    if (!later) return null;
  }
  const msg = contract.quotedMsg(message.msg as Record<string, unknown>);
  return { id: message.id, userid: message.userid, type: message.type, msg };
}

/** Mentioned outsiders join a group first, if the sender may add members. */
async function letMentionedIn(work: Work, dialog: DialogAccess['dialog'], mentions: readonly number[]): Promise<void> {
  const mayInvite = dialog.type === 'group' && (dialog.owner_id === 0 || dialog.owner_id === work.caller.userid);
  const wanted = mentions.filter((userid) => userid > 0);
  if (!mayInvite || wanted.length === 0) return;
  const userids = await listActiveIds(work.tx, wanted);
  const joined = await joinDialog(work, dialog.id, userids, { inviter: work.caller.userid, important: false });
  for (const user of await listBasics(work.tx, joined)) {
    await postNotice(work, dialog.id, work.caller.userid, 'notice.join', aboutPerson(user));
  }
}

export const isOverdue = (createdAt: Date, minutes: number, now: Date) =>
  minutes > 0 && now.getTime() - createdAt.getTime() > minutes * 60_000;

function editText(direct: Direct, input: SendInput, composed: ComposedMessage): Promise<Message> {
  return performWork(
    direct.app,
    direct.caller,
    async (work) => {
      const { message, dialog } = await ownMessageFor(work, input.update_id ?? 0);
      const { msg_edit_limit: minutes } = await settingsOf(work.app);
      const isExempt = work.caller.isBot || isWithOneself(dialog.pair);
      if (!['text', 'longtext'].includes(message.type)) throw fail('message.edit_type');
      if (!isExempt && isOverdue(message.created_at, minutes, work.now)) throw fail('message.edit_limit', { minutes });
      requireVoice(work, dialog, await settingsOf(work.app));
      await letMentionedIn(work, dialog, composed.mentions);
      const modify = input.update_mark === false && work.caller.isBot ? message.modify : 1;
      return applyEdit(work, { message, dialog }, composed, { searchKey: input.key, modify });
    },
    direct.mutation ? { id: direct.mutation, path: contract.msgSendtext.path } : undefined,
  );
}

/** Replaces a text that may be edited, and announces it. */
export async function applyEdit(
  work: Work,
  { message, dialog }: Pick<MessageAccess, 'message' | 'dialog'>,
  composed: ComposedMessage,
  { searchKey, modify }: { searchKey?: string | undefined; modify: number },
): Promise<Message> {
  await updateMessageText(
    work.tx,
    {
      type: composed.type,
      mtype: composed.mtype,
      msg: JSON.stringify(composed.msg),
      search_key: searchKey ?? composed.searchKey,
      link: Number(composed.link),
      mentions: composed.mentions,
      modify,
      updated_at: work.now,
    },
    message.id,
  );
  await refreshCards(work, message, composed);
  if (dialog.group_type === 'task') await relateByDialog(work, dialog.id, composed.tasks, message.id);
  await replaceMentions(work, message.dialog_id, message.id, message.seq, composed.mentions);
  await deleteFullText(work.tx, message.id);
  if (composed.full) await insertFullText(work.tx, { msg_id: message.id, ...composed.full });
  for (const picture of composed.pictures) await showFile(work, picture, message);
  const [row] = await listMessagesById(work.tx, work.caller.userid, [message.id]);
  if (!row) throw fail('message.gone', { msg_id: message.id });
  const fresh = presentMessage(row, work.caller.userid);
  const { id, dialog_id, type, mtype, link, msg, mentions } = fresh;
  work.emit(contract.messageUpdated, dialogAudience(dialog), {
    id,
    dialog_id,
    type,
    mtype,
    link,
    msg,
    mentions,
    modify,
  });
  return fresh;
}

async function replaceMentions(work: Work, dialogId: number, msgId: number, seq: number, mentions: readonly number[]) {
  await deleteMentionsOf(work.tx, dialogId, seq);
  if (mentions.length === 0) return;
  await insertMentions(
    work.tx,
    mentions.map((userid) => ({ dialog_id: dialogId, userid, seq, msg_id: msgId })),
  );
}
