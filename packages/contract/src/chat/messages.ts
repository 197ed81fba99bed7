import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Ids,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  Nullable,
  OneOf,
  Text,
  TextType,
} from '../kit.ts';
import { MessageActions } from './actions.ts';
import { Counters, Dialog, Preview } from './dialogs.ts';

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
  /** Mentioned people; 0 = everyone. */
  mentions: Type.Array(Count()),
  created_at: DateTime(),
  /** These depend on the reader. */
  mention: Count(),
  dot: Count(),
  read_at: Nullable(DateTime()),
  prev_id: Type.Optional(Count()),
  next_id: Type.Optional(Count()),
});
export type Message = Static<typeof Message>;

/** The content of a message for a quote or a card: without its own quote, votes by person and a program's buttons. */
export function quotedMsg(msg: Record<string, unknown>): Record<string, unknown> {
  const { reply_data: _quote, forward_data: _source, votes: _votes, actions: _actions, ran: _ran, ...rest } = msg;
  return rest;
}

/** A message as one person sees it. Of an anonymous poll it has only the counts and the person's own vote. */
export function shownMsg(msg: Record<string, unknown>, viewer: number): Record<string, unknown> {
  const votes = msg['votes'];
  if (msg['anonymous'] !== 1 || !Array.isArray(votes)) return msg;
  const shown = (votes as VoteCast[]).map((cast) => (cast.userid === viewer ? cast : { ...cast, userid: 0 }));
  return { ...msg, votes: shown };
}
export interface VoteCast {
  /** 0 in an anonymous poll. */
  userid: number;
  votes: number[];
}
export interface VoteMsg {
  uuid: string;
  text: string;
  list: { id: number; text: string }[];
  multiple: number;
  anonymous: number;
  /** 1 = open. */
  state: number;
  userid: number;
  votes: VoteCast[];
}
export interface ChainMsg {
  uuid: string;
  text: string;
  list: { id: number; type: string; userid: number; text: string }[];
  /** `userid` posted the list with their entry, `createid` created it. */
  userid: number;
  createid: number;
}

/** Lines written by the system: who tagged, pinned, set or completed a to-do, joined or left. */
export const SYSTEM_TYPES: readonly string[] = ['tag', 'top', 'todo', 'notice'];

export const messageErrors = errors({
  /** The person has reached the maximum of different reactions on one message. */
  'message.reactions': { ret: 0 },
  'message.gone': { ret: 0 },
  'message.own': { ret: 0 },
  'message.empty': { ret: 0 },
  'message.pictures': { ret: 0 },
  'message.long': { ret: 0 },
  'message.edit_limit': { ret: 0 },
  'message.edit_type': { ret: 0 },
  'message.withdraw_limit': { ret: 0 },
  'message.reply': { ret: 0 },
  'message.muted': { ret: 0 },
  'message.act': { ret: 0 },
  'todo.others': { ret: 0 },
  'message.applied': { ret: 0 },
  'todo.gone': { ret: 0 },
  'todo.time': { ret: 0 },
  'anon.closed': { ret: 0 },
  'anon.target': { ret: 0 },
  'forward.none': { ret: 0 },
  'forward.max': { ret: 0 },
  'forward.type': { ret: 0 },
  'group.only': { ret: 0 },
  'vote.text': { ret: 0 },
  'vote.options': { ret: 0 },
  'vote.same': { ret: 0 },
  'vote.gone': { ret: 0 },
  'vote.closed': { ret: 0 },
  'vote.twice': { ret: 0 },
  'vote.choice': { ret: 0 },
  'vote.owner': { ret: 0 },
  'chain.text': { ret: 0 },
  'chain.list': { ret: 0 },
  'chain.gone': { ret: 0 },
});

/** Filters for a conversation's messages. */
export const MessageKind = () => OneOf('tag', 'todo', 'link', 'text', 'image', 'file', 'record', 'meeting');

/** One person's to-do for a message. */
export const Todo = Type.Object({
  id: Id(),
  dialog_id: Id(),
  msg_id: Id(),
  userid: Id(),
  done_at: Nullable(DateTime()),
  /** The times at which the reminder is due and was sent. */
  remind_at: Nullable(DateTime()),
  reminded_at: Nullable(DateTime()),
});
export type Todo = Static<typeof Todo>;
/** With the message, for lists outside the conversation. */
export const MyTodo = Type.Object({
  ...Todo.properties,
  msg_data: Type.Object({ id: Id(), type: Type.String(), msg: Type.Record(Type.String(), Type.Unknown()) }),
});
export type MyTodo = Static<typeof MyTodo>;

export const msgList = call('dialog/msg/list', {
  summary: 'Lists messages of a dialog: the latest, before or after one, around one, or filtered.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    prev_id: MaybeId(),
    next_id: MaybeId(),
    position_id: MaybeId(),
    msg_id: MaybeId(),
    msg_type: Type.Optional(MessageKind()),
    pagesize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, wire: 'clamp' })),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, wire: 'clamp' })),
  }),
  output: Type.Object({
    list: Type.Array(Message),
    time: Count(),
    dialog: Type.Optional(Dialog),
    todo: Type.Optional(Type.Array(MyTodo)),
    top: Type.Optional(Nullable(Message)),
  }),
  errors: ['dialog.gone'],
});
export const msgLatest = call('dialog/msg/latest', {
  summary: 'Lists what is new in up to five dialogs.',
  access: 'user',
  input: Type.Object({
    dialogs: Type.Optional(ListOf(Type.Object({ id: Id(), latest_id: MaybeId() }), 100)),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 25, wire: 'clamp' })),
  }),
  output: Type.Object({ data: Type.Array(Message) }),
  errors: ['dialog.gone'],
});
export const msgOne = call('dialog/msg/one', {
  summary: 'Returns one message.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Message,
  errors: ['message.gone'],
});
export const msgDetail = call('dialog/msg/detail', {
  summary: 'Returns a message with its full text.',
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
    dialog_ids: Type.Optional(Ids(50)),
    text: Text(),
    /** `md` or `markdown`; anything else is HTML, as `text` from older clients. */
    text_type: Type.Optional(TextType()),
    update_id: MaybeId(),
    update_mark: MaybeFlag(),
    reply_id: MaybeId(),
    reply_check: MaybeFlag(),
    silence: MaybeFlag(),
    key: Type.Optional(Line({ maxLength: 1000 })),
    /** Buttons and lists below the text, for bots; an edit without them removes them. */
    actions: Type.Optional(MessageActions()),
  }),
  output: Message,
  errors: [
    'dialog.gone',
    'program.actions',
    'message.empty',
    'message.long',
    'message.pictures',
    'upload.large',
    'file.empty',
    'file.not_picture',
    'file.broken',
    'file.pixels',
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
  summary: 'Marks up to 100 messages as read.',
  access: 'user',
  input: Type.Object({ id: Type.Unsafe<unknown>({ wire: 'map' }) }),
  output: Type.Array(Type.Object({ ...Counters.properties })),
  errors: ['parameter'],
});
export const msgUnread = call('dialog/msg/unread', {
  summary: 'Returns the caller’s counters of a dialog.',
  access: 'user',
  input: Type.Object({ dialog_id: Id() }),
  output: Counters,
  errors: ['dialog.gone'],
});
export const msgReadlist = call('dialog/msg/readlist', {
  summary: 'Lists who has read one of the caller’s messages and who has not.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Array(
    Type.Object({ userid: Id(), dialog_id: Id(), msg_id: Id(), mention: Count(), read_at: Nullable(DateTime()) }),
  ),
  errors: ['message.gone', 'message.own'],
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
] as const;

/** The number of replies to the quoted message, before and after. */
const answered = { answered_num: Type.Optional(Count()) };

/** Sent to every member; `mention` differs per receiver. `user_ms` is the version of the counters after it. */
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
    tag: Type.Optional(Count()),
    todo: Type.Optional(Count()),
    todo_done: Type.Optional(Count()),
    forward_num: Type.Optional(Count()),
    /** For people who have played it. */
    dot: Type.Optional(Count()),
  }),
);
/** Sent to the author: the new read count. */
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
    /** The time of the last message, even if it has been withdrawn; not if it was erased or expired. */
    last_at: DateTime(),
    update_read: Count(),
    gone: Type.Optional(Count()),
    reply_id: Type.Optional(Count()),
    ...answered,
  }),
);
/** Another message is pinned above a conversation; 0 = none. */
export const dialogTopMsg = event(
  'dialog',
  'updateTopMsg',
  Type.Object({ dialog_id: Id(), top_msg_id: Count(), top_userid: Count() }),
);
export const messageEvents = [messageAdded, messageUpdated, messageReaded, messageDeleted, dialogTopMsg] as const;
