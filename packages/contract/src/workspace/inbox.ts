import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, event, Id, Ids, Line, MaybeFlag, Nullable, OneOf } from '../kit.ts';

export const INBOX_KINDS = ['mention', 'reply', 'assigned', 'handover', 'due', 'approval'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];
export const INBOX_STATES = ['open', 'snoozed', 'done'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
/** Done items are deleted after so many days. */
export const INBOX_DAYS = 90;
export const INBOX_PAGE = 200;

/** An item that needs the reader's attention. Ids are 0 if they do not apply. */
export const InboxItem = Type.Object({
  id: Id(),
  kind: OneOf(...INBOX_KINDS),
  /** The person who caused it; 0 = the server. */
  userid: Count(),
  /** Title of the chat, task or request. */
  title: Type.String(),
  /** The message in one line, the note of a handover, or the project's name. */
  text: Type.String(),
  dialog_id: Count(),
  msg_id: Count(),
  task_id: Count(),
  project_id: Count(),
  approval_id: Count(),
  /** Due date of the task; null for other items. */
  end_at: Nullable(DateTime()),
  is_unread: Type.Boolean(),
  /** The time at which it arrived, or returned after it was snoozed. */
  at: DateTime(),
  done_at: Nullable(DateTime()),
  snooze_until: Nullable(DateTime()),
});
export type InboxItem = Static<typeof InboxItem>;

export const inboxList = call('users/inbox/list', {
  summary: 'Lists what needs the caller, the newest first. What they can no longer see is left out.',
  access: 'user',
  input: Type.Object({
    state: Type.Optional(OneOf(...INBOX_STATES)),
    /** Continues after the item with this id. */
    before_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int' })),
  }),
  output: Type.Object({ list: Type.Array(InboxItem), has_more: Type.Boolean() }),
});

export const inboxEdit = call('users/inbox/edit', {
  summary: 'Marks items of the caller’s inbox as done, read or unread, or hides them until a time.',
  access: 'user',
  input: Type.Object({
    ids: Ids(INBOX_PAGE),
    /** No takes it back. */
    done: MaybeFlag(),
    read: MaybeFlag(),
    /** A time in the server’s time zone, when they come back as new; '' brings them back now. */
    snooze_until: Type.Optional(Line({ maxLength: 30 })),
  }),
  output: Empty(),
});

export const inboxCalls = [inboxList, inboxEdit] as const;

/** Sent to the person's own devices, which load the list again. */
export const inboxChanged = event('inbox', 'update', Type.Object({ woken: Type.Array(Id()) }));
export const inboxEvents = [inboxChanged] as const;
