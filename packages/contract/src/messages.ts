import { type Static, Type } from 'typebox';
import { Counters, Dialog, Preview } from './dialogs.ts';
import {
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  Nullable,
  OneOf,
  Text,
} from './kit.ts';

/** One message. `seq` counts within its dialog; read state derives from it. */
export const Message = Type.Object({
  id: Id(),
  dialog_id: Id(),
  dialog_type: Type.String(),
  seq: Id(),
  session_id: Count(),
  /** 0 = the system. */
  userid: Count(),
  type: Type.String(),
  mtype: Type.String(),
  msg: Type.Record(Type.String(), Type.Unknown()),
  emoji: Type.Array(Type.Object({ symbol: Type.String(), userids: Type.Array(Count()) })),
  read: Count(),
  send: Count(),
  percentage: Count(),
  tag: Count(),
  todo: Count(),
  todo_done: Count(),
  link: Count(),
  modify: Count(),
  bot: Count(),
  reply_num: Count(),
  reply_id: Count(),
  forward_id: Count(),
  forward_num: Count(),
  silence: Count(),
  /** Who is mentioned; 0 = everyone. */
  mentions: Type.Array(Count()),
  created_at: DateTime(),
  /** For the reader. */
  mention: Count(),
  dot: Count(),
  read_at: Nullable(DateTime()),
  prev_id: Type.Optional(Count()),
  next_id: Type.Optional(Count()),
});
export type Message = Static<typeof Message>;

export const messageErrors = errors({
  'message.gone': { ret: 0 },
  'message.own': { ret: 0 },
  'message.empty': { ret: 0 },
  'message.long': { ret: 0 },
  'message.edit_limit': { ret: 0 },
  'message.edit_type': { ret: 0 },
  'message.withdraw_limit': { ret: 0 },
  'message.reply': { ret: 0 },
  'message.muted': { ret: 0 },
});

export const msgList = call('dialog/msg/list', {
  summary: 'Messages of a conversation: the newest, before or after one, around one, or filtered.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    prev_id: MaybeId(),
    next_id: MaybeId(),
    position_id: MaybeId(),
    msg_id: MaybeId(),
    msg_type: Type.Optional(OneOf('tag', 'todo', 'link', 'text', 'image', 'file', 'record', 'meeting')),
    pagesize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, wire: 'clamp' })),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, wire: 'clamp' })),
  }),
  output: Type.Object({
    list: Type.Array(Message),
    time: Count(),
    dialog: Type.Optional(Dialog),
    todo: Type.Optional(Type.Array(Type.Object({}))),
    top: Type.Optional(Nullable(Message)),
  }),
  errors: ['dialog.gone'],
});
export const msgLatest = call('dialog/msg/latest', {
  summary: 'What is new in up to five conversations.',
  access: 'user',
  input: Type.Object({
    dialogs: Type.Optional(ListOf(Type.Object({ id: Id(), latest_id: MaybeId() }), 100)),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 25, wire: 'clamp' })),
  }),
  output: Type.Object({ data: Type.Array(Message) }),
});
export const msgOne = call('dialog/msg/one', {
  summary: 'One message.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Message,
  errors: ['message.gone'],
});
export const msgDetail = call('dialog/msg/detail', {
  summary: 'A message with what its bubble cuts off: the whole of a long text.',
  access: 'user',
  input: Type.Object({ msg_id: Id(), only_update_at: MaybeFlag() }),
  output: Type.Object({
    ...Type.Partial(Message).properties,
    id: Id(),
    update_at: Type.Optional(DateTime()),
    content: Type.Optional(Type.Object({ type: Type.String(), content: Type.String() })),
  }),
  errors: ['message.gone'],
});
export const msgSendtext = call('dialog/msg/sendtext', {
  summary: 'Sends a text, replies with it, or edits one.',
  access: 'user',
  input: Type.Object({
    dialog_id: MaybeId(),
    dialog_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { wire: 'ids', maxItems: 50 })),
    text: Text(),
    text_type: Type.Optional(OneOf('html', 'md')),
    update_id: MaybeId(),
    update_mark: MaybeFlag(),
    reply_id: MaybeId(),
    reply_check: MaybeFlag(),
    silence: MaybeFlag(),
    key: Type.Optional(Line({ maxLength: 1000 })),
  }),
  output: Message,
  errors: [
    'dialog.gone',
    'message.empty',
    'message.long',
    'message.gone',
    'message.own',
    'message.edit_limit',
    'message.edit_type',
    'message.reply',
    'message.muted',
    'profile.nickname',
    'profile.phone',
  ],
});
/** `id`: "1,2,3", a list, or a map of message id to dialog id or 0; a dialog id means "from this message on". */
export const msgRead = call('dialog/msg/read', {
  summary: 'Marks messages read, 100 at most.',
  access: 'user',
  input: Type.Object({ id: Type.Unsafe<unknown>({ wire: 'map' }) }),
  output: Type.Array(Type.Object({ ...Counters.properties })),
  errors: ['parameter'],
});
export const msgUnread = call('dialog/msg/unread', {
  summary: 'The caller’s counters of a conversation.',
  access: 'user',
  input: Type.Object({ dialog_id: Id() }),
  output: Counters,
  errors: ['dialog.gone'],
});
export const msgReadlist = call('dialog/msg/readlist', {
  summary: 'Who has read a message of the caller’s and who has not.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Array(
    Type.Object({ userid: Id(), dialog_id: Id(), msg_id: Id(), mention: Count(), read_at: Nullable(DateTime()) }),
  ),
  errors: ['message.gone', 'message.own'],
});
export const msgWithdraw = call('dialog/msg/withdraw', {
  summary: 'Takes a message of the caller’s back.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['message.gone', 'message.own', 'message.withdraw_limit'],
});
export const msgEmoji = call('dialog/msg/emoji', {
  summary: 'Adds or takes back a reaction.',
  access: 'user',
  input: Type.Object({ msg_id: Id(), symbol: Line({ minLength: 1, maxLength: 32 }) }),
  output: Type.Object({ id: Id(), emoji: Message.properties.emoji }),
  errors: ['message.gone', 'parameter'],
});

export const messageCalls = [
  msgList,
  msgLatest,
  msgOne,
  msgDetail,
  msgSendtext,
  msgRead,
  msgUnread,
  msgReadlist,
  msgWithdraw,
  msgEmoji,
] as const;

/** How many answer the message that this one answers: with it, without it. */
const answered = { answered_num: Type.Optional(Count()) };

/** To every member; `mention` differs per receiver. `user_ms` is the version of the counters after it. */
export const messageAdded = event(
  'dialog',
  'add',
  Type.Object({
    ...Message.properties,
    ...answered,
    user_at: Type.String(),
    user_ms: Count(),
    last_msg: Type.Optional(Preview),
  }),
);
export const messageUpdated = event(
  'dialog',
  'update',
  Type.Object({
    id: Id(),
    dialog_id: Id(),
    type: Type.Optional(Type.String()),
    mtype: Type.Optional(Type.String()),
    link: Type.Optional(Count()),
    msg: Type.Optional(Message.properties.msg),
    modify: Type.Optional(Count()),
    mentions: Type.Optional(Type.Array(Count())),
    emoji: Type.Optional(Message.properties.emoji),
    reply_num: Type.Optional(Count()),
  }),
);
/** To the sender: how far it is read. */
export const messageReaded = event(
  'dialog',
  'readed',
  Type.Object({ id: Id(), dialog_id: Id(), read: Count(), percentage: Count() }),
);
export const messageDeleted = event(
  'dialog',
  'delete',
  Type.Object({
    id: Id(),
    dialog_id: Id(),
    seq: Id(),
    last_msg: Nullable(Preview),
    update_read: Count(),
    gone: Type.Optional(Count()),
    reply_id: Type.Optional(Count()),
    ...answered,
  }),
);
export const messageEvents = [messageAdded, messageUpdated, messageReaded, messageDeleted] as const;
