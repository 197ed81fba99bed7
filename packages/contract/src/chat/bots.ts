import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
} from '../kit.ts';

/** The events that can be sent to a bot's address. */
export const BOT_EVENTS = ['message', 'dialog_open', 'member_join', 'member_leave'] as const;
export type BotEvent = (typeof BOT_EVENTS)[number];

export const BOT_NAME = { min: 2, max: 20 };
/** Days that a bot's messages are stored. */
export const CLEAR_DAY = { min: 1, max: 999, default: 30 };
export const MOST_BOTS = 50;

/** A personal bot, for its owner. */
export const Bot = Type.Object({
  id: Id(),
  name: Type.String(),
  avatar: Type.String(),
  email: Type.String(),
  clear_day: Count(),
  webhook_url: Type.String(),
  webhook_events: Type.Array(OneOf(...BOT_EVENTS)),
  /** Calls of the address so far. */
  webhook_num: Count(),
  /** Set when the address failed too often and is no longer called. */
  webhook_paused_at: Nullable(DateTime()),
  /** Conversations with it have sessions. */
  session: Type.Boolean(),
  /** The key of a bot of the workspace, which only administrators see here; '' = a personal bot. */
  system_name: Type.String(),
});
export type Bot = Static<typeof Bot>;

/** One call of a bot's address. */
export const BotDelivery = Type.Object({
  id: Id(),
  event: OneOf(...BOT_EVENTS),
  url: Type.String(),
  /** The fields that were sent, without tokens. */
  payload: Type.Record(Type.String(), Type.String()),
  /** The answer's HTTP status; 0 if there was none. */
  status: Count(),
  /** The beginning of the answer, or the error. */
  answer: Type.String(),
  took_ms: Count(),
  created_at: DateTime(),
});
export type BotDelivery = Static<typeof BotDelivery>;

export const botErrors = errors({
  'bot.gone': { ret: 0 },
  'bot.name': { ret: 0 },
  'bot.many': { ret: 0 },
  'bot.url': { ret: 0 },
  'bot.days': { ret: 0 },
  'bot.system': { ret: 0 },
  'bot.delivery': { ret: 0 },
});

export const botList = call('users/bot/list', {
  summary: 'Lists the caller’s bots.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Bot) }),
});
/** Somebody else's bot, as administrators see it. */
export const OthersBot = Type.Object({
  id: Id(),
  name: Type.String(),
  avatar: Type.String(),
  email: Type.String(),
  owner: Id(),
  owner_name: Type.String(),
  /** A bot whose owner was disabled or deleted can do nothing. */
  is_active: Type.Boolean(),
  /** The host that receives its messages; '' = none. */
  host: Type.String(),
});
export type OthersBot = Static<typeof OthersBot>;
export const botOthers = call('users/bot/others', {
  summary: 'Lists the bots of everybody else, by owner: at most a thousand.',
  access: 'admin',
  output: Type.Object({ list: Type.Array(OthersBot) }),
});
export const botInfo = call('users/bot/info', {
  summary: 'Returns a bot of the caller; administrators may read bots of the workspace.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Bot,
  errors: ['bot.gone'],
});
export const botEdit = call('users/bot/edit', {
  summary: 'Creates a bot, or changes the given fields of one.',
  access: 'user',
  input: Type.Object({
    /** Without it, a new bot. */
    id: MaybeId(),
    name: Type.Optional(Line({ maxLength: 100 })),
    /** A path returned by `system/imgupload`, or ''. */
    avatar: Type.Optional(Type.Unsafe<unknown>({ wire: 'map' })),
    /** For a new bot only. */
    session: MaybeFlag(),
    clear_day: MaybeInt(),
    webhook_url: Type.Optional(Line({ maxLength: 255 })),
    webhook_events: Type.Optional(ListOf(OneOf(...BOT_EVENTS), BOT_EVENTS.length)),
  }),
  output: Bot,
  errors: ['bot.gone', 'bot.name', 'bot.many', 'bot.url', 'bot.days', 'bot.system'],
});
export const botDelete = call('users/bot/delete', {
  summary: 'Deletes a bot of the caller, or as an administrator anybody’s; its messages stay.',
  access: 'user',
  input: Type.Object({ id: Id(), remark: Line({ minLength: 1, maxLength: 255 }) }),
  output: Empty(),
  errors: ['bot.gone', 'bot.system'],
});
export const botToken = call('users/bot/token', {
  summary:
    'Returns a bot’s token, which its programs send as `token` or `Authorization: Bearer`; made on first use. Needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ token: Type.String() }),
  errors: ['bot.gone', 'forbidden', 'proof.needed'],
});
export const botRevoke = call('users/bot/revoke', {
  summary: 'Replaces a bot’s token: the former one ends at once. Needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ token: Type.String() }),
  errors: ['bot.gone', 'forbidden', 'proof.needed'],
});
export const botDeliveries = call('users/bot/deliveries', {
  summary: 'Lists the last calls of a bot’s address, newest first.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ list: Type.Array(BotDelivery) }),
  errors: ['bot.gone'],
});
export const botResend = call('users/bot/resend', {
  summary: 'Calls a bot’s address once more with what a former call sent.',
  access: 'user',
  input: Type.Object({ id: Id(), delivery_id: Id() }),
  output: Empty(),
  errors: ['bot.gone', 'bot.delivery', 'bot.url'],
});

export const botCalls = [
  botList,
  botOthers,
  botInfo,
  botEdit,
  botDelete,
  botToken,
  botRevoke,
  botDeliveries,
  botResend,
] as const;
