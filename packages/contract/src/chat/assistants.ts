import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Id,
  Ids,
  Line,
  MaybeFlag,
  MaybeId,
  OneOf,
  Paging,
  Text,
} from '../kit.ts';
import { UserBasic } from '../people/users.ts';

/** The vendors; each has its own bot, `ai-{vendor}@bot.system`. */
export const VENDORS = [
  'openai',
  'claude',
  'deepseek',
  'gemini',
  'grok',
  'ollama',
  'zhipu',
  'qianwen',
  'wenxin',
] as const;
export type Vendor = (typeof VENDORS)[number];
const VendorName = () => OneOf(...VENDORS);

/** Default names of the assistants' bots. */
export const VENDOR_NAMES: Record<Vendor, string> = {
  openai: 'ChatGPT',
  claude: 'Claude',
  deepseek: 'DeepSeek',
  gemini: 'Gemini',
  grok: 'Grok',
  ollama: 'Ollama',
  zhipu: 'GLM',
  qianwen: 'Qwen',
  wenxin: 'ERNIE',
};

/** Default addresses; all of them speak the same protocol. */
export const VENDOR_ADDRESSES: Record<Vendor, string> = {
  openai: 'https://api.openai.com/v1',
  claude: 'https://api.anthropic.com/v1',
  deepseek: 'https://api.deepseek.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai',
  grok: 'https://api.x.ai/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  zhipu: 'https://open.bigmodel.cn/api/paas/v4',
  qianwen: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  wenxin: 'https://qianfan.baidubce.com/v2',
};

/** `ai-…@bot.system`, and personal bots with sessions. */
export const hasSessions = (email: string): boolean => /^(?:ai-|user-session-)[^@]*@bot\.system$/.test(email);
export const isAssistant = (email: string): boolean => /^ai-[^@]*@bot\.system$/.test(email);

export const MODELS_MAX = 50;
export const SESSION_TITLE = 100;
const PROMPT_CHARS = 20_000;

/** An assistant's configuration. The key is never returned. */
export const VendorSetting = Type.Object({
  vendor: VendorName(),
  /** True if a key is saved. */
  has_key: Type.Boolean(),
  /** True if it is configured completely. */
  is_ready: Type.Boolean(),
  base_url: Type.String(),
  models: Type.Array(Type.String()),
  /** The model that is used. */
  model: Type.String(),
  /** 0 to 1. */
  temperature: Type.Number(),
  /** Instructions that precede every conversation. */
  system: Type.String(),
  /** The people who may use it: everybody, or `userids`. */
  access: OneOf('all', 'some'),
  userids: Type.Array(Id()),
});
export type VendorSetting = Static<typeof VendorSetting>;

export const Session = Type.Object({
  id: Id(),
  dialog_id: Id(),
  title: Type.String(),
  created_at: DateTime(),
  updated_at: DateTime(),
  is_open: Type.Boolean(),
});
export type Session = Static<typeof Session>;

export const assistantErrors = errors({
  /** The stream has ended, or belongs to another message. */
  'stream.gone': { ret: 0 },
  'assistant.off': { ret: 0 },
  'assistant.address': { ret: 0 },
  'assistant.model': { ret: 0 },
  'assistant.key': { ret: 0 },
  'assistant.failed': { ret: 0 },
  /** The caller may not use this assistant. */
  'assistant.denied': { ret: 0 },
  /** The caller has used up this month's tokens. */
  'assistant.budget': { ret: 0 },
  'assistant.not_answer': { ret: 0 },
  'assistant.server': { ret: 0 },
  'session.none': { ret: 0 },
  'session.gone': { ret: 0 },
});

export const assistantSetting = call('system/setting/aibot', {
  summary: 'Returns how assistants are set up; changes one of them if `vendor` is given.',
  access: 'admin',
  input: Type.Object({
    vendor: Type.Optional(VendorName()),
    /** Absent = unchanged; '' deletes it. */
    key: Type.Optional(Line({ maxLength: 500 })),
    base_url: Type.Optional(Line({ maxLength: 500 })),
    /** Names, one per line. */
    models: Type.Optional(Text({ maxLength: 10_000 })),
    model: Type.Optional(Line({ maxLength: 200 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1, wire: 'number' })),
    system: Type.Optional(Text({ maxLength: PROMPT_CHARS })),
    access: Type.Optional(OneOf('all', 'some')),
    userids: Type.Optional(Ids(1000)),
  }),
  output: Type.Object({ list: Type.Array(VendorSetting) }),
  errors: ['assistant.address', 'assistant.model', 'assistant.key'],
});
export const assistantCheck = call('system/aibot/check', {
  summary: 'Sends a short test question to an assistant as it is set up.',
  access: 'admin',
  input: Type.Object({ vendor: VendorName() }),
  output: Type.Object({ answer: Type.String(), ms: Count() }),
  errors: ['assistant.off', 'assistant.failed'],
});
export const assistantModels = call('assistant/models', {
  summary: 'Lists the assistants that people can chat with.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Type.Object({ vendor: VendorName(), model: Type.String() })) }),
});
export const assistantBot = call('users/search/ai', {
  summary: 'Returns the bot account of an assistant.',
  access: 'user',
  input: Type.Object({ type: VendorName() }),
  output: UserBasic,
  errors: ['assistant.off', 'assistant.denied'],
});

/** Model use of one person, assistant and model in a month. */
export const AssistantUsage = Type.Object({
  userid: Id(),
  nickname: Type.String(),
  vendor: Type.String(),
  model: Type.String(),
  asks: Count(),
  input_tokens: Count(),
  output_tokens: Count(),
  /** Ratings of answers. */
  likes: Count(),
  dislikes: Count(),
});
export type AssistantUsage = Static<typeof AssistantUsage>;
export const assistantUsage = call('system/assistant/usage', {
  summary: 'Lists how much people used assistants in a month, most first.',
  access: 'admin',
  input: Type.Object({
    /** `YYYY-MM`; this month by default. */
    month: Type.Optional(Line({ maxLength: 7 })),
  }),
  output: Type.Object({ month: Type.String(), budget: Count(), list: Type.Array(AssistantUsage) }),
  errors: ['parameter'],
});

export const assistantStop = call('assistant/stop', {
  summary: 'Stops the answer that an assistant is writing to the caller; what is written stays.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Empty(),
  errors: ['message.gone', 'assistant.not_answer'],
});
export const assistantAgain = call('assistant/again', {
  summary: 'Has an assistant answer the same question of the caller again, in the place of its answer.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Empty(),
  errors: ['message.gone', 'assistant.not_answer', 'rate.limited'],
});
const Feedback = () => OneOf('like', 'dislike');
export const assistantFeedback = call('assistant/feedback/save', {
  summary: 'Rates an answer of an assistant; without a rating takes it back.',
  access: 'user',
  input: Type.Object({ msg_id: Id(), feedback: Type.Optional(Feedback()) }),
  output: Empty(),
  errors: ['message.gone', 'assistant.not_answer'],
});
export const assistantFeedbackList = call('assistant/feedback/list', {
  summary: 'Lists the ratings that the caller gave in a conversation.',
  access: 'user',
  input: Type.Object({ dialog_id: Id() }),
  output: Type.Object({ list: Type.Array(Type.Object({ msg_id: Id(), feedback: Feedback() })) }),
  errors: ['dialog.gone'],
});
export const INSTRUCTION_CHARS = 5000;
export const dialogConfig = call('dialog/config', {
  summary: 'Returns the instructions for assistants in a conversation; saves them if `ai_prompt` is given.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), ai_prompt: Type.Optional(Text({ maxLength: INSTRUCTION_CHARS })) }),
  output: Type.Object({ ai_prompt: Type.String(), may_edit: Type.Boolean() }),
  errors: ['dialog.gone', 'forbidden'],
});

export const sessionCreate = call('dialog/session/create', {
  summary: 'Starts a new session with an assistant, or returns an empty one; unread messages are marked as read first.',
  access: 'user',
  input: Type.Object({ dialog_id: MaybeId(), userid: MaybeId() }),
  output: Session,
  errors: ['dialog.gone', 'user.gone', 'session.none'],
});
export const sessionList = call('dialog/session/list', {
  summary: 'Lists the sessions of a chat with an assistant, newest first.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), ...Paging(10, 100) }),
  output: Type.Object({
    data: Type.Array(Session),
    total: Count(),
    current_page: Count(),
    per_page: Count(),
    last_page: Count(),
  }),
  errors: ['dialog.gone', 'session.none'],
});
export const sessionOpen = call('dialog/session/open', {
  summary: 'Opens an earlier session again.',
  access: 'user',
  input: Type.Object({ session_id: Id() }),
  output: Session,
  errors: ['session.gone'],
});
export const sessionRename = call('dialog/session/rename', {
  summary: 'Renames a session.',
  access: 'user',
  input: Type.Object({ session_id: Id(), title: Line({ minLength: 1, maxLength: SESSION_TITLE }) }),
  output: Session,
  errors: ['session.gone'],
});

/** Another session is open: messages of the previous one are no longer shown. */
export const sessionChanged = event('dialog', 'session', Type.Object({ id: Id(), session_id: Id() }));
/**
 * An assistant has begun to answer the person; `stream_url` is the event stream of its words. Sent to that person alone
 * and not stored.
 */
export const streamed = event(
  'msgStream',
  'open',
  Type.Object({ msg_id: Id(), dialog_id: Id(), stream_url: Type.String() }),
);
export type AnswerStream = Static<typeof streamed.data>;

/** Characters of a message that a bot streams. */
const STREAMED = 200_000;
export const msgStream = call('dialog/msg/stream', {
  summary:
    'A bot shows one person the words of its message as they grow, before it saves them with `dialog/msg/sendtext` and `update_id`.',
  access: 'user',
  input: Type.Object({
    userid: Id(),
    /** A message of the bot in a conversation of that person. */
    msg_id: Id(),
    /** All words so far. */
    content: Text({ maxLength: STREAMED }),
    /** The address that the first call returned; without it a new stream opens. */
    stream_url: Type.Optional(Line({ maxLength: 200 })),
    done: MaybeFlag(),
  }),
  output: Type.Object({ stream_url: Type.String() }),
  errors: ['forbidden', 'message.gone', 'message.own', 'dialog.gone', 'stream.gone'],
});

export const assistantCalls = [
  assistantSetting,
  assistantCheck,
  assistantModels,
  assistantBot,
  assistantUsage,
  assistantStop,
  assistantAgain,
  assistantFeedback,
  assistantFeedbackList,
  dialogConfig,
  sessionCreate,
  sessionList,
  sessionOpen,
  sessionRename,
  msgStream,
] as const;
export const assistantEvents = [sessionChanged] as const;
