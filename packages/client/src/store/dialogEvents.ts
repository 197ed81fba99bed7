import type { Counters, Dialog } from '@atrium/contract/chat/dialogs.ts';
import { type Message, quotedMsg, type VoteCast } from '@atrium/contract/chat/messages.ts';
import type { DataOf, Reducers, Scene } from '../live/frames.ts';
import type { ClientDialog, ClientMessage } from './rows.ts';

type Mine = DataOf<'dialog/mine'>;
type Added = DataOf<'dialog/add'>;
type Preview = NonNullable<Dialog['last_msg']>;
const MENTIONS = 20;

export const dialogReducers: Reducers = {
  'dialog/draft': (scene, { key, time }) => scene.drafted(key, time),
  'dialog/add': (scene, data, frame) => {
    const message = messageIn(data);
    if (scene.gone.messages.has(message.id) || scene.gone.dialogs.has(message.dialog_id)) return;
    const isNew = storeMessage(scene, message);
    countAnswers(scene, message.reply_id, data);
    const dialog = scene.base.dialog.get(message.dialog_id);
    if (isNew && message.userid !== scene.me) scene.onMessage(message, frame.silence);
    if (!dialog) return scene.want('dialog', message.dialog_id);
    if (!dialog.is_onlooker) countMessage(scene, dialog, message, data);
    showLast(scene, message);
    // The event of a re-posted anonymous poll does not include our own choice.
    const votes = message.msg['votes'];
    if (isNew && message.msg['anonymous'] === 1 && Array.isArray(votes) && votes.length > 0)
      scene.want('message', message.id);
  },
  /** Updates a dialog for viewers without membership: its messages do not count as unread. */
  'dialog/chat': (scene, data) => {
    const message = messageIn(data);
    if (scene.gone.messages.has(message.id)) return;
    const isNew = storeMessage(scene, message);
    countAnswers(scene, message.reply_id, data);
    showLast(scene, message);
    if (isNew) countOnTask(scene, message.dialog_id, 1);
  },
  'dialog/update': (scene, change) => {
    editMessage(scene, change);
    if (change.todo !== undefined) scene.tell('todos', change.id);
  },
  'dialog/readed': (scene, { id, dialog_id, read, percentage }) => {
    scene.base.message.patch(id, { read, percentage });
    // The count is checked again after a pause, because two people who read at the same moment were counted separately.
    if ((scene.base.message.get(id)?.send ?? 0) > read) scene.want('message', id);
    const dialog = scene.base.dialog.get(dialog_id);
    if (dialog?.last_msg?.id === id) patchLast(scene, dialog, { percentage });
  },
  'dialog/delete': withdraw,
  'dialog/updateTopMsg': (scene, { dialog_id, top_msg_id, top_userid }) => {
    scene.base.dialog.patch(dialog_id, { top_msg_id, top_userid });
  },
  'dialog/mine': applyMine,
  'dialog/groupUpdate': (scene, data) => {
    const known = scene.base.dialog.get(data.id);
    // People who leave or become the owner are no longer deputies, and no other event says so.
    const isOther = data.people !== undefined || data.owner_id !== undefined;
    const others = known?.deputy_ids && isOther && { deputy_ids: undefined };
    scene.base.dialog.patch(data.id, { ...others, ...data });
    if (data.people !== undefined) recountReaders(scene, data.id);
  },
  'dialog/session': (scene, { id, session_id }) => enterSession(scene, id, session_id),
  /** The complete text arrives as a change of the message. */
  'msgStream/open': (scene, stream) => scene.streams(stream),
  'assistantConfirm/change': (scene) => scene.tell('confirmations', 0),
  'dialog/reply': (scene, reply) => scene.replied(reply),
  'dialog/groupAdd': join,
  'dialog/groupJoin': join,
  'dialog/groupRestore': join,
  'dialog/groupExit': (scene, { id }) => leaveDialog(scene, id),
  'dialog/groupDelete': (scene, { id }) => leaveDialog(scene, id),
};

function join(scene: Scene, { id }: { id: number }): void {
  scene.gone.dialogs.delete(id);
  scene.want('dialog', id);
  if (scene.isOpen(id)) scene.want('page', id);
}

/** Removes a person who left from the readers, because there is no event for each message. */
function recountReaders(scene: Scene, id: number): void {
  if (scene.base.dialog.get(id)?.last_msg?.userid === scene.me) scene.want('dialog', id);
  if (scene.isOpen(id)) scene.want('page', id);
}

function leaveDialog(scene: Scene, id: number): void {
  scene.gone.dialogs.add(id);
  forgetDialog(scene, id);
}

/** Messages of the previous session are no longer shown or unread. */
export function enterSession(scene: Scene, id: number, sessionId: number): void {
  if (scene.base.dialog.get(id)?.session_id === sessionId) return;
  forgetMessages(scene, id);
  scene.base.dialog.patch(id, { session_id: sessionId });
  scene.want('unread', id);
  if (scene.isOpen(id)) scene.want('page', id);
}

function forgetMessages(scene: Scene, id: number): void {
  for (const message of scene.store.baseMessagesOf(id)) scene.base.message.remove(message.id);
  scene.store.windows.delete(id);
}

export function forgetDialog(scene: Scene, id: number): void {
  forgetMessages(scene, id);
  scene.store.unreadCounts.delete(id);
  scene.base.dialog.remove(id);
}

function messageIn({ user_at: _at, user_ms: _ms, last_msg: _last, answered_num: _num, ...message }: Added): Message {
  return message;
}

/** Stores a message; from it on its dialog is known without a gap, because events arrive without one. */
function storeMessage(scene: Scene, message: Message): boolean {
  const { base, store } = scene;
  if (!store.windows.around(message.dialog_id, message.id)) {
    store.windows.add(message.dialog_id, { from: message.id, to: Infinity });
  }
  // The stored message came from the same event, or is newer.
  if (base.message.get(message.id)) return false;
  const quoted = message.reply_id > 0 ? base.message.get(message.reply_id) : undefined;
  const read_at =
    message.read_at ?? (store.unreadCounts.isRead(message.dialog_id, message.seq) ? message.created_at : null);
  // The local version includes every change so far; the quote in the event may be older.
  const msg = quoted ? { ...message.msg, reply_data: quoteOf(quoted) } : message.msg;
  base.message.put({ ...message, read_at, msg });
  return true;
}

/**
 * Sets the number of replies. The event has the number itself, not an increment: a client that reloaded the quoted
 * message meanwhile would count twice.
 */
function countAnswers(
  { base }: Scene,
  quotedId: number,
  { answered_num: reply_num }: Pick<Added, 'answered_num'>,
): void {
  if (reply_num !== undefined && base.message.get(quotedId)) base.message.patch(quotedId, { reply_num });
}

const quoteChange = ({ type, msg }: Partial<Message>) => ({
  ...(type && { type }),
  ...(msg && { msg: quotedMsg(msg) }),
});

function quoteOf(message: ClientMessage) {
  return { id: message.id, userid: message.userid, type: message.type, msg: quotedMsg(message.msg) };
}

function countMessage(scene: Scene, dialog: ClientDialog, message: Message, { user_at, user_ms }: Added): void {
  const isUnread = message.userid !== scene.me && !message.read_at;
  const counted = { id: message.id, unread: Number(isUnread), mention: Number(isUnread && message.mention > 0) };
  if (!scene.store.unreadCounts.add(dialog.id, message.seq, counted)) return;
  scene.base.dialog.patch(dialog.id, {
    ...plus(dialog, counted),
    user_at,
    user_ms: Math.max(dialog.user_ms, user_ms),
    hide: 0,
  });
  countOnTask(scene, dialog.id, 1);
}

type Counts = Pick<Dialog, 'unread' | 'unread_one' | 'mention' | 'mention_ids'>;
const plus = (counts: Counts, counted: { id: number; unread: number; mention: number }): Counts => ({
  unread: counts.unread + counted.unread,
  unread_one:
    counted.unread && (counts.unread === 0 || counted.id < counts.unread_one) ? counted.id : counts.unread_one,
  mention: counts.mention + counted.mention,
  mention_ids: counted.mention
    ? [counted.id, ...counts.mention_ids].sort((a, b) => b - a).slice(0, MENTIONS)
    : counts.mention_ids,
});

function countOnTask({ base }: Scene, dialogId: number, by: number): void {
  // All tasks would be scanned, so messages that cannot be about one are skipped.
  if ((base.dialog.get(dialogId)?.group_type ?? 'task') !== 'task') return;
  for (const task of base.task.all()) {
    if (task.dialog_id === dialogId) return base.task.patch(task.id, { msg_num: Math.max(0, task.msg_num + by) });
  }
}

const later = (at: string | null, other: string): string => (at && at > other ? at : other);

/** Shows a message as the newest of its dialog. An older one never replaces it, even if it arrives later. */
function showLast(scene: Scene, message: Message): void {
  const dialog = scene.base.dialog.get(message.dialog_id);
  if (!dialog) return;
  const last_at = later(dialog.last_at, message.created_at);
  const isNewest = !dialog.last_msg || dialog.last_msg.id < message.id;
  scene.base.dialog.patch(dialog.id, { last_at, ...(isNewest && { last_msg: previewOf(scene, message) }) });
}

function previewOf(scene: Scene, message: Message): Preview {
  return {
    id: message.id,
    dialog_id: message.dialog_id,
    type: 'preview',
    msg: { preview: scene.preview(message), type: message.type },
    userid: message.userid,
    percentage: shownPercentage(scene, message),
    emoji: message.emoji.map(({ symbol }) => ({ symbol })),
    created_at: message.created_at,
  };
}

/** The read count of a message, which only its sender sees; nobody sees that of a notice. */
const shownPercentage = ({ me }: Scene, message: Message) => {
  if (message.userid === me && message.type !== 'notice') return message.percentage;
  return message.send === 0 ? 100 : 0;
};

function patchLast(scene: Scene, dialog: ClientDialog, fields: Partial<Preview>): void {
  if (dialog.last_msg) scene.base.dialog.patch(dialog.id, { last_msg: { ...dialog.last_msg, ...fields } });
}

function editMessage(scene: Scene, change: DataOf<'dialog/update'>): void {
  const { base, me } = scene;
  const before = base.message.get(change.id);
  const isMine = before?.userid === me;
  const mention =
    change.mentions && !isMine ? { mention: Number(change.mentions.includes(me) || change.mentions.includes(0)) } : {};
  base.message.patch(change.id, {
    ...change,
    ...mention,
    ...(change.msg && { msg: withKnownQuote(before, withOwnVote(before, change.msg, me)) }),
  });
  const after = base.message.get(change.id);
  // Replies are changed even if only they are loaded, and the quoted message is far up.
  for (const reply of change.msg ? scene.store.baseMessagesOf(change.dialog_id) : []) {
    const quote = reply.msg['reply_data'] as Partial<Message> | null | undefined;
    if (reply.reply_id !== change.id || !quote) continue;
    const reply_data = after ? quoteOf(after) : { ...quote, ...quoteChange(change) };
    base.message.patch(reply.id, { msg: { ...reply.msg, reply_data } });
  }
  if (after && change.msg) refreshCards(scene, after);
  const dialog = base.dialog.get(change.dialog_id);
  if (!dialog) return;
  if (dialog.last_msg?.id === change.id) {
    const type = change.type ?? dialog.last_msg.msg.type;
    patchLast(scene, dialog, {
      ...(change.msg && {
        msg: { preview: scene.preview({ type, mtype: change.mtype ?? '', msg: change.msg }), type },
      }),
      ...(change.emoji && { emoji: change.emoji.map(({ symbol }) => ({ symbol })) }),
    });
  }
  // The mentions may have changed, and with them the unread ones.
  if (change.mentions && !isMine && !dialog.is_onlooker) scene.want('unread', change.dialog_id);
}

/** Updates cards that quote a message, as the server does; a deleted message leaves them without text. */
function refreshCards(scene: Scene, { id, dialog_id, ...now }: Subject): void {
  const { base, store } = scene;
  for (const card of store.baseMessagesOf(dialog_id)) {
    const data = card.msg['data'] as CardData | undefined;
    if (!CARDS.has(card.type) || data?.id !== id) continue;
    const { type: _type, mtype: _mtype, msg: _msg, ...rest } = data;
    const about = now.msg ? { type: now.type, mtype: now.mtype, msg: quotedMsg(now.msg) } : {};
    base.message.patch(card.id, { msg: { ...card.msg, data: { ...rest, ...about } } });
  }
  // The list may show a card whose message is not loaded.
  if (CARDS.has(base.dialog.get(dialog_id)?.last_msg?.msg.type ?? '')) scene.want('dialog', dialog_id);
}
const CARDS = new Set(['tag', 'top', 'todo']);
type Subject = { id: number; dialog_id: number } & Partial<Pick<Message, 'type' | 'mtype' | 'msg'>>;
type CardData = { id: number; type?: string; mtype?: string; msg?: Message['msg'] };

/**
 * Keeps the quote that is known. A quote changes with the quoted message only: an event of the quoting one may contain
 * an older quote, or none.
 */
function withKnownQuote(
  before: ClientMessage | undefined,
  { reply_data: _heard, ...msg }: Message['msg'],
): Message['msg'] {
  const known = before?.msg['reply_data'];
  return known ? { ...msg, reply_data: known } : msg;
}

/** Keeps the reader's own choice in an anonymous poll, which events do not contain. */
function withOwnVote(before: ClientMessage | undefined, msg: Message['msg'], me: number): Message['msg'] {
  const [had, has] = [before?.msg['votes'], msg['votes']] as (VoteCast[] | undefined)[];
  if (!had || !has || msg['anonymous'] !== 1 || has.some((cast) => cast.userid === me)) return msg;
  const place = had.findIndex((cast) => cast.userid === me);
  return { ...msg, votes: has.map((cast, index) => (index === place ? { ...cast, userid: me } : cast)) };
}

function withdraw(scene: Scene, data: DataOf<'dialog/delete'>): void {
  const { base, store } = scene;
  const { id, dialog_id: dialogId, last_msg: last } = data;
  const isFirstTime = !scene.gone.messages.has(id);
  scene.gone.messages.add(id);
  const message = base.message.get(id);
  base.message.remove(id);
  countAnswers(scene, data.reply_id ?? 0, data);
  for (const reply of store.baseMessagesOf(dialogId)) {
    if (reply.reply_id !== id || !reply.msg['reply_data']) continue;
    const { reply_data: _gone, ...msg } = reply.msg;
    base.message.patch(reply.id, { msg });
  }
  refreshCards(scene, { id, dialog_id: dialogId });
  if (isFirstTime) countOnTask(scene, dialogId, -1);
  const dialog = base.dialog.get(dialogId);
  if (!dialog) return;
  base.dialog.patch(dialogId, {
    gone: Math.max(dialog.gone ?? 0, data.gone ?? 0),
    // A client that was offline gets only the withdrawal, not the message. If the last message was deleted, the time
    // may go back.
    last_at: dialog.last_msg?.id === id ? data.last_at : later(dialog.last_at, data.last_at),
  });
  if (dialog.top_msg_id === id) base.dialog.patch(dialogId, { top_msg_id: 0, top_userid: 0 });
  if (dialog.last_msg?.id === id) {
    if (last && scene.gone.messages.has(last.id)) scene.want('dialog', dialogId);
    else base.dialog.patch(dialogId, { last_msg: last && asShown(scene, last) });
  }
  const mayBeUnread = !message || (message.userid !== scene.me && !message.read_at);
  if (mayBeUnread && !dialog.is_onlooker) scene.want('unread', dialogId);
}

/**
 * Shows a preview as this reader sees it, if the message is loaded: that of the event has the withdrawer's language and
 * read state.
 */
function asShown(scene: Scene, last: Preview): Preview {
  const known = scene.base.message.get(last.id);
  if (known) return previewOf(scene, known);
  return last.userid === scene.me || last.userid === 0 ? last : { ...last, percentage: 0 };
}

/** Applies the user's own view of a dialog. Counters apply only if they are not older than ours. */
function applyMine(scene: Scene, mine: Mine): void {
  const dialog = scene.base.dialog.get(mine.id);
  if (!dialog) return;
  const {
    id,
    read: ranges,
    unread,
    unread_one: _one,
    mention: _mention,
    mention_ids: _ids,
    user_at: _at,
    user_ms: _ms,
    last_seq: _last,
    gone: _gone,
    ...flags
  } = mine;
  const read = ranges as [number, number][] | undefined;
  scene.base.dialog.patch(id, flags);
  if (unread !== undefined) takeCounters(scene, mine as Counters);
  if (read) scene.store.unreadCounts.noteRead(id, read);
  for (const message of read ? scene.store.baseMessagesOf(id) : []) {
    if (!message.read_at && read?.some(([from, to]) => from <= message.seq && message.seq <= to)) {
      scene.base.message.patch(message.id, { read_at: message.created_at });
    }
  }
}

/** Applies the server's count, and adds messages that it does not include yet. */
export function takeCounters(scene: Scene, counters: Counters): void {
  const dialog = scene.base.dialog.get(counters.id);
  if (!dialog) return;
  const counted = { last_seq: counters.last_seq ?? 0, user_ms: counters.user_ms };
  const floor = scene.store.unreadCounts.page(dialog.id)?.floor ?? 0;
  const later = scene.store.unreadCounts.count(dialog.id, counted);
  if (!later) return;
  const { unread, unread_one, mention, mention_ids, user_at } = counters;
  const counts = later.reduce<Counts>(plus, { unread, unread_one, mention, mention_ids });
  scene.base.dialog.patch(dialog.id, { ...counts, user_at, user_ms: Math.max(dialog.user_ms, counters.user_ms) });
  // The count is older than something that we know, so it is requested again.
  if (counted.last_seq < floor || (counters.gone ?? 0) < (dialog.gone ?? 0)) scene.want('unread', dialog.id);
  else scene.base.dialog.patch(dialog.id, { last_seq: counted.last_seq, gone: counters.gone });
}

/** Stores a whole dialog from an answer. Later events are applied again by replay. */
export function putDialog(scene: Scene, dialog: Dialog): void {
  const known = scene.base.dialog.get(dialog.id);
  if (known && known.session_id !== dialog.session_id) forgetMessages(scene, dialog.id);
  scene.base.dialog.put(
    known
      ? { ...dialog, ...countsOf(known) }
      : { ...dialog, unread: 0, mention: 0, unread_one: 0, mention_ids: [], gone: 0 },
  );
  takeCounters(scene, dialog);
}

const countsOf = ({ unread, unread_one, mention, mention_ids, user_at, user_ms, last_seq, gone }: ClientDialog) => ({
  unread,
  unread_one,
  mention,
  mention_ids,
  user_at,
  user_ms,
  last_seq,
  gone,
});
