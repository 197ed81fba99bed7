import { type Static, Type } from 'typebox';
import { Dialog } from '../chat/dialogs.ts';
import { MessageKind } from '../chat/messages.ts';
import { Count, call, Id, Line, MaybeFlag, MaybeId, Nullable } from '../kit.ts';

const shown = Type.Pick(Dialog, [
  'type',
  'group_type',
  'name',
  'avatar',
  'pinyin',
  'email',
  'userimg',
  'bot',
  'group_info',
  'dialog_delete',
  'is_disable',
  /** For a message hit: that message, cut around the matching words. */
  'last_msg',
  'last_at',
]);

/** A conversation found by its name, or by a message in it (`search_msg_id`); without unread counts. */
export const DialogHit = Type.Object({
  /** `u:<userid>` if there is no conversation with the person yet. */
  id: Type.Union([Id(), Type.String()]),
  ...shown.properties,
  /** `dialog_id` is 0 if there is no dialog yet. */
  dialog_user: Nullable(Type.Object({ dialog_id: Count(), userid: Count() })),
  search_msg_id: Type.Optional(Id()),
});
export type DialogHit = Static<typeof DialogHit>;

const Words = () => Line({ minLength: 1, maxLength: 200 });

export const msgSearch = call('dialog/msg/search', {
  summary:
    'Finds messages: in a dialog their ids, oldest first; otherwise dialogs with `search_msg_id`, best match first.',
  access: 'user',
  input: Type.Object({
    key: Words(),
    dialog_id: MaybeId(),
    /** Filters a search within a conversation. */
    msg_type: Type.Optional(MessageKind()),
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20, wire: 'clamp' })),
  }),
  output: Type.Object({ data: Type.Union([Type.Array(Id()), Type.Array(DialogHit)]) }),
  errors: ['dialog.gone'],
});

export const dialogSearch = call('dialog/search', {
  summary: 'Finds dialogs by name, then people, then messages; up to 20.',
  access: 'user',
  input: Type.Object({ key: Words(), dialog_only: MaybeFlag() }),
  output: Type.Array(DialogHit),
});

export const tagSearch = call('dialog/search/tag', {
  summary: 'Lists the latest 50 tagged messages of the caller’s dialogs, each as its dialog.',
  access: 'user',
  input: Type.Object({}),
  output: Type.Array(DialogHit),
});

export const searchCalls = [msgSearch, dialogSearch, tagSearch] as const;
