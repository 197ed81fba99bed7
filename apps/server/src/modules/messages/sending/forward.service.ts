import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';
import { type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { type Draft, postMessage } from '#modules/dialogs/posting/post.service';
import { showSameFiles } from '#modules/files/files.service';
import { settingsOf } from '#modules/system/settings.service';
import { taskFor } from '#modules/tasks/tasks.access';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { messagesFor } from '../messages.access.ts';
import type { MessageRow } from '../messages.queries.ts';
import { type ComposedMessage, compose } from './compose.service.ts';
import { copyFullText, countForwards, storeFullText } from './forward.queries.ts';
import { requireProfile, requireVoice } from './send.service.ts';

const MAX_TARGETS = 50;
/** Messages per call, because each is a row with its event. */
const MAX_SENT = 500;
const CALLS_PER_WINDOW = 60;
const WINDOW_MS = 10_000;

/**
 * Messages of these types cannot be forwarded: polls and sign-up lists belong to their group, and cards of bots act for
 * their recipient.
 */
const STAYS = new Set([...contract.SYSTEM_TYPES, 'vote', 'word-chain', 'template']);

type Dialog = DialogAccess['dialog'];
type Targets = Pick<InputOf<typeof acts.msgForward>, 'dialogids' | 'userids' | 'leave_message'>;

/**
 * Forwards messages. The first author remains the author through every hop, unless a hop hid them: then the person who
 * hid them is shown, and nothing else is stored.
 */
export async function forwardMessages(work: Work, input: InputOf<typeof acts.msgForward>) {
  const ids = [...new Set([...(input.msg_ids ?? []), ...(input.msg_id ? [input.msg_id] : [])])];
  if (ids.length === 0) throw fail('parameter.missing', { name: 'msg_id' });
  const sources = await messagesFor(work, ids);
  if (sources.some(({ message }) => STAYS.has(message.type))) throw fail('forward.type');
  const targets = await targetsFor(work, input, sources.length);
  const leave = leaveOf(work, input);
  const isShown = input.show_source ?? true;
  const msgs: contract.Message[] = [];
  for (const target of targets) {
    for (const { message } of sources) {
      const sent = await postMessage(work, forwardDraft(work, target, message, { isShown, isLeft: leave !== null }));
      if (message.type === 'longtext') await copyFullText(work.tx, message.id, sent.id);
      if (holdsFiles(message)) await showSameFiles(work, message.id, sent);
      msgs.push(sent);
    }
    if (leave) msgs.push(await say(work, target, leave));
  }
  const counted = await countForwards(work.tx, ids, targets.length);
  for (const { message, dialog } of sources) {
    work.emit(contract.messageUpdated, dialogAudience(dialog), {
      id: message.id,
      dialog_id: dialog.id,
      forward_num: counted.get(message.id) ?? 0,
    });
  }
  return { msgs };
}

export async function sendTask(work: Work, input: InputOf<typeof acts.msgSendtaskid>) {
  const task = await taskFor(work, input.task_id);
  return { msgs: await sendAlong(work, input, `<p>${mentionTag('task', task.id, task.name)}</p>`) };
}

/** Sends a reference to a thing to conversations, each followed by the sender's comment. */
export async function sendAlong(work: Work, input: Targets, html: string): Promise<contract.Message[]> {
  const targets = await targetsFor(work, input, 1);
  const leave = leaveOf(work, input);
  const composed = compose(work.app, html, 'html');
  const msgs: contract.Message[] = [];
  for (const target of targets) {
    msgs.push(await say(work, target, composed));
    if (leave) msgs.push(await say(work, target, leave));
  }
  return msgs;
}

/** A text may contain pictures, which are files too. */
const holdsFiles = ({ type, msg }: MessageRow) =>
  ['file', 'record'].includes(type) || JSON.stringify(msg).includes('{{RemoteURL}}file/');

/** The targets: conversations that the caller may post in, in one global order, so that two calls do not deadlock. */
export async function targetsFor(
  work: Work,
  { dialogids = [], userids = [] }: Targets,
  each: number,
): Promise<Dialog[]> {
  const { app, caller } = work;
  const settings = await settingsOf(app);
  requireProfile(work, settings);
  const count = dialogids.length + userids.length;
  if (count === 0) throw fail('forward.none');
  if (count > MAX_TARGETS || count * each > MAX_SENT) throw fail('forward.max', { limit: MAX_TARGETS });
  if (!app.limiter.take(`forward:${caller.userid}`, CALLS_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const ids = new Set(dialogids);
  for (const userid of userids) ids.add(await dialogWith(work, userid));
  const dialogs: Dialog[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const { dialog } = await dialogFor(work, id);
    requireVoice(work, dialog, settings);
    dialogs.push(dialog);
  }
  return dialogs;
}

/** Composes the comment; null if there is none. @throws message.long */
function leaveOf({ app }: Work, { leave_message = '' }: Targets): ComposedMessage | null {
  if (leave_message.replace(/<(?!img\b)[^<>]*>|&nbsp;/gi, '').trim() === '') return null;
  return compose(app, leave_message, 'html');
}

async function say(work: Work, { id }: Dialog, composed: ComposedMessage): Promise<contract.Message> {
  const { type, mtype, msg, searchKey, mentions, link } = composed;
  const sent = await postMessage(work, { ...bare(work, id), type, mtype, msg, searchKey, mentions, link });
  if (composed.full) await storeFullText(work.tx, sent.id, composed.full);
  return sent;
}

const bare = ({ caller }: Work, dialogId: number) => ({
  dialogId,
  userid: caller.userid,
  mentions: [],
  isBot: caller.isBot,
  silence: false,
  replyId: 0,
});

interface Source {
  id: number;
  userid: number;
  show: number;
}

/** Mentions are dropped, because they notified people in the original message. */
function forwardDraft(
  work: Work,
  target: Dialog,
  message: MessageRow,
  { isShown, isLeft }: { isShown: boolean; isLeft: boolean },
): Draft {
  const msg = message.msg as Record<string, unknown>;
  const before = msg['forward_data'] as Source | undefined;
  const first = before?.show ? { id: before.id, userid: before.userid } : { id: message.id, userid: message.userid };
  const forward_data = {
    ...(isShown ? { ...first, parent_id: message.id, parent_userid: message.userid } : { id: 0, userid: 0 }),
    show: Number(isShown),
    leave: Number(isLeft),
  };
  return {
    ...bare(work, target.id),
    type: message.type,
    mtype: message.mtype,
    msg: { ...contract.quotedMsg(msg), forward_data },
    searchKey: message.search_key,
    link: message.link === 1,
    forwardId: isShown ? message.id : 0,
  };
}
