import { Type } from 'typebox';
import {
  AnyNumber,
  Count,
  call,
  Flag,
  Id,
  Ids,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Text,
} from '../kit.ts';
import { Message, MyTodo, Todo } from './messages.ts';

export const msgWithdraw = call('dialog/msg/withdraw', {
  summary: 'Deletes one of the caller’s messages for everyone.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['message.gone', 'message.own', 'message.withdraw_limit'],
});
export const msgEmoji = call('dialog/msg/emoji', {
  summary: 'Adds or removes a reaction.',
  access: 'user',
  input: Type.Object({ msg_id: Id(), symbol: Line({ minLength: 1, maxLength: 32 }) }),
  output: Type.Object({ id: Id(), emoji: Message.properties.emoji }),
  errors: ['message.gone', 'message.reactions', 'parameter'],
});

/** A voice message that the reader has not played has a dot. */
export const msgDot = call('dialog/msg/dot', {
  summary: 'Marks a voice message as played by the caller.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ id: Id(), dot: Count() }),
  errors: ['message.gone'],
});

export const msgTag = call('dialog/msg/tag', {
  summary: 'Tags a message for everyone in the dialog, or removes the tag.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Object({
    add: Nullable(Message),
    update: Type.Object({ id: Id(), dialog_id: Id(), tag: Count() }),
  }),
  errors: ['message.gone', 'message.act'],
});
export const msgTop = call('dialog/msg/top', {
  summary: 'Pins a message in its dialog, replacing the one that is pinned, or unpins it.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Object({
    add: Nullable(Message),
    update: Type.Object({ dialog_id: Id(), top_msg_id: Count(), top_userid: Count() }),
  }),
  errors: ['message.gone', 'message.act'],
});
export const msgTopinfo = call('dialog/msg/topinfo', {
  summary: 'Returns the pinned message of a dialog, if there is one.',
  access: 'user',
  input: Type.Object({ dialog_id: Id() }),
  output: Type.Union([Message, Type.Object({})]),
  errors: ['dialog.gone'],
});
/** `type` all: every member. The list replaces the earlier one: people who are not in it lose their to-do. */
export const msgTodo = call('dialog/msg/todo', {
  summary: 'Sets who has a to-do on a message; without people the to-do is removed.',
  access: 'user',
  input: Type.Object({
    msg_id: Id(),
    type: Type.Optional(OneOf('all', 'user')),
    userids: Type.Optional(Ids(2000)),
    /** The reminder of people who are not done; '' = none. Absent = unchanged. */
    remind_at: Type.Optional(Line({ maxLength: 30 })),
  }),
  output: Type.Object({
    add: Type.Array(Message),
    update: Type.Object({ id: Id(), dialog_id: Id(), todo: Count(), todo_done: Count() }),
  }),
  errors: ['message.gone', 'message.act', 'todo.others', 'todo.time'],
});
export const msgTodoremind = call('dialog/msg/todoremind', {
  summary: 'Sets when people are reminded of a to-do; an empty time cancels the reminder.',
  access: 'user',
  input: Type.Object({
    msg_id: Id(),
    userids: Type.Optional(Ids(2000)),
    remind_at: Line({ maxLength: 30 }),
  }),
  output: Type.Array(Todo),
  errors: ['message.gone', 'message.act', 'todo.others', 'todo.time'],
});
export const msgTodolist = call('dialog/msg/todolist', {
  summary: 'Lists who has a to-do on a message, and who completed it.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Array(Todo),
  errors: ['message.gone'],
});
export const msgDone = call('dialog/msg/done', {
  summary: 'Completes the caller’s to-do.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({
    add: Nullable(Message),
    update: Type.Object({ id: Id(), dialog_id: Id(), todo: Count(), todo_done: Count() }),
  }),
  errors: ['todo.gone'],
});

/** Conversations and people, 50 together at most; for people the direct chat is opened. */
const Targets = {
  dialogids: Type.Optional(Ids(200)),
  userids: Type.Optional(Ids(200)),
  /** Sent after the forwarded content. */
  leave_message: Type.Optional(Text()),
};
const FORWARD_ERRORS = [
  'forward.none',
  'forward.max',
  'dialog.gone',
  'user.gone',
  'dialog.temp',
  'message.muted',
  'message.long',
  'rate.limited',
] as const;
export const msgForward = call('dialog/msg/forward', {
  summary: 'Forwards messages to other dialogs, with or without the original sender.',
  access: 'user',
  input: Type.Object({
    msg_id: MaybeId(),
    msg_ids: Type.Optional(Ids(100)),
    show_source: MaybeFlag(),
    ...Targets,
  }),
  output: Type.Object({ msgs: Type.Array(Message) }),
  errors: ['message.gone', 'forward.type', ...FORWARD_ERRORS],
});
export const msgSendtaskid = call('dialog/msg/sendtaskid', {
  summary: 'Sends a task to dialogs, as a message that mentions it.',
  access: 'user',
  input: Type.Object({ task_id: Id(), ...Targets }),
  output: Type.Object({ msgs: Type.Array(Message) }),
  errors: ['task.gone', ...FORWARD_ERRORS],
});
export const msgSendfileid = call('dialog/msg/sendfileid', {
  summary: 'Sends a file of the file area to dialogs, as a message that mentions it by the sender’s link.',
  access: 'user',
  input: Type.Object({ file_id: Id(), ...Targets }),
  output: Type.Object({ msgs: Type.Array(Message) }),
  errors: ['file.gone', 'drive.file', ...FORWARD_ERRORS],
});
/** `type`: create (default) with text and list, vote with uuid and vote, finish and again with uuid. */
export const msgVote = call('dialog/msg/vote', {
  summary: 'Creates a poll in a group, votes, ends the poll, or posts it again.',
  access: 'user',
  input: Type.Object({
    dialog_id: MaybeId(),
    type: Type.Optional(OneOf('create', 'vote', 'finish', 'again')),
    uuid: Type.Optional(Line({ maxLength: 36 })),
    text: Type.Optional(Line({ maxLength: 2000 })),
    list: Type.Optional(ListOf(Type.Object({ id: AnyNumber(), text: Line({ maxLength: 500 }) }), 100)),
    multiple: MaybeFlag(),
    anonymous: MaybeFlag(),
    vote: Type.Optional(Ids(100)),
  }),
  output: Type.Array(Message),
  errors: [
    'dialog.gone',
    'group.only',
    'message.muted',
    'vote.text',
    'vote.options',
    'vote.same',
    'vote.gone',
    'vote.closed',
    'vote.twice',
    'vote.choice',
    'vote.owner',
    'parameter.missing',
  ],
});
/** Without `uuid` a new list is created; with it entries are added, and the sender's own ones changed. */
export const msgWordchain = call('dialog/msg/wordchain', {
  summary: 'Creates a sign-up list in a group, or posts it again with the caller’s entries.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    uuid: Type.Optional(Line({ maxLength: 36 })),
    text: Type.Optional(Line({ maxLength: 2000 })),
    list: ListOf(
      Type.Object({
        id: Type.Optional(Type.Integer({ minimum: 0, wire: 'int' })),
        type: Type.Optional(Line({ maxLength: 20 })),
        userid: MaybeInt({ minimum: 0 }),
        text: Line({ maxLength: 500 }),
      }),
      500,
    ),
  }),
  output: Message,
  errors: ['dialog.gone', 'group.only', 'message.muted', 'message.long', 'chain.text', 'chain.list', 'chain.gone'],
});

/** The answer does not contain the message, because its sender is not stored. */
export const msgSendanon = call('dialog/msg/sendanon', {
  summary: 'Sends a person an anonymous message.',
  access: 'user',
  input: Type.Object({ userid: Id(), text: Line({ minLength: 1, maxLength: 2000 }) }),
  output: Type.Object({}),
  errors: ['anon.closed', 'anon.target', 'rate.limited', 'profile.nickname', 'profile.phone'],
});

/** `created` and `failed`: how many of its tasks were created, for the system line. */
export const msgApplied = call('dialog/msg/applied', {
  summary: 'Marks the index-th task list that a Markdown message proposes as created.',
  access: 'user',
  input: Type.Object({
    msg_id: Id(),
    index: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, wire: 'int' })),
    created: MaybeInt({ minimum: 0, maximum: 200 }),
    failed: MaybeInt({ minimum: 0, maximum: 200 }),
  }),
  output: Type.Object({ id: Id(), dialog_id: Id(), msg: Message.properties.msg }),
  errors: ['message.gone', 'message.act', 'message.applied'],
});

export const msgChecked = call('dialog/msg/checked', {
  summary: 'Checks or unchecks the index-th list item of the caller’s message.',
  access: 'user',
  input: Type.Object({
    dialog_id: MaybeId(),
    msg_id: Id(),
    index: Type.Integer({ minimum: 0, maximum: 100_000, wire: 'int' }),
    checked: Flag(),
  }),
  output: Type.Object({ id: Id(), dialog_id: Id(), msg: Message.properties.msg }),
  errors: ['message.gone', 'message.own', 'message.act'],
});

export const dialogTodo = call('dialog/todo', {
  summary: 'Lists the caller’s open to-dos, of one dialog or of all, the latest 50.',
  access: 'user',
  input: Type.Object({ dialog_id: MaybeId() }),
  output: Type.Array(MyTodo),
  errors: ['dialog.gone'],
});

export const messageActionCalls = [
  msgWithdraw,
  msgEmoji,
  msgDot,
  msgTag,
  msgTop,
  msgTopinfo,
  msgTodo,
  msgTodoremind,
  msgTodolist,
  msgDone,
  dialogTodo,
  msgForward,
  msgSendtaskid,
  msgSendfileid,
  msgVote,
  msgWordchain,
  msgApplied,
  msgChecked,
  msgSendanon,
] as const;
