import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Line, MaybeFlag, MaybeId, Nullable } from '../kit.ts';

export const WEBHOOK_NAME = { min: 2, max: 20 };
/** Incoming webhooks of one conversation. */
export const MOST_WEBHOOKS = 30;

/** A secret address at which other programs post into a conversation. */
export const Webhook = Type.Object({
  id: Id(),
  dialog_id: Id(),
  dialog_name: Type.String(),
  /** The name and picture of its messages. */
  name: Type.String(),
  avatar: Type.String(),
  /** The person who created it. */
  userid: Id(),
  nickname: Type.String(),
  /** Only for whom made it; '' for others. */
  url: Type.String(),
  /** True if it may mention everybody in the conversation. */
  mention_all: Type.Boolean(),
  posts: Count(),
  used_at: Nullable(DateTime()),
  created_at: DateTime(),
});
export type Webhook = Static<typeof Webhook>;

export const webhookErrors = errors({
  'webhook.gone': { ret: 0 },
  'webhook.many': { ret: 0 },
  'webhook.name': { ret: 0 },
});

export const webhookList = call('dialog/webhook/list', {
  summary:
    'Lists incoming webhooks: of a conversation (those of others only for its owner, deputies and administrators), or without `dialog_id` the caller’s own.',
  access: 'user',
  input: Type.Object({
    dialog_id: MaybeId(),
    /** Lists the webhooks of the whole workspace. For administrators. */
    all: MaybeFlag(),
  }),
  output: Type.Object({ list: Type.Array(Webhook) }),
  errors: ['dialog.gone', 'forbidden'],
});
export const webhookAdd = call('dialog/webhook/add', {
  summary: 'Makes an incoming webhook for a group in which the caller may post.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    name: Line({ maxLength: 100 }),
    /** A path returned by `system/imgupload`, or ''. */
    avatar: Type.Optional(Type.Unsafe<unknown>({ wire: 'map' })),
    mention_all: MaybeFlag(),
  }),
  output: Webhook,
  errors: ['dialog.gone', 'group.only', 'message.muted', 'webhook.many', 'webhook.name'],
});
export const webhookEdit = call('dialog/webhook/edit', {
  summary: 'Changes the given fields of one of the caller’s incoming webhooks; its address stays.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    name: Type.Optional(Line({ maxLength: 100 })),
    /** A path returned by `system/imgupload`, or ''. */
    avatar: Type.Optional(Type.Unsafe<unknown>({ wire: 'map' })),
    mention_all: MaybeFlag(),
  }),
  output: Webhook,
  errors: ['webhook.gone', 'webhook.name'],
});
export const webhookTest = call('dialog/webhook/test', {
  summary: 'Posts a test message through one of the caller’s incoming webhooks.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['webhook.gone', 'dialog.gone', 'message.muted'],
});
export const webhookRevoke = call('dialog/webhook/revoke', {
  summary: 'Deletes an incoming webhook: its address answers nobody any more. Its messages stay.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['webhook.gone'],
});

export const webhookCalls = [webhookList, webhookAdd, webhookEdit, webhookTest, webhookRevoke] as const;
