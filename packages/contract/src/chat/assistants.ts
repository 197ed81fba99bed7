import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, event, Id, Line, MaybeId, OneOf, Paging, Text } from '../kit.ts';
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
  /** Whether a key is saved. */
  has_key: Type.Boolean(),
  /** Whether it is configured completely. */
  is_ready: Type.Boolean(),
  base_url: Type.String(),
  models: Type.Array(Type.String()),
  /** The model that is used. */
  model: Type.String(),
  /** 0 to 1. */
  temperature: Type.Number(),
  /** Instructions that precede every conversation. */
  system: Type.String(),
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
  'assistant.off': { ret: 0 },
  'assistant.address': { ret: 0 },
  'assistant.model': { ret: 0 },
  'assistant.key': { ret: 0 },
  'assistant.failed': { ret: 0 },
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
  errors: ['assistant.off'],
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
/** The partial answer of an assistant, sent only to the person who asked and not stored. */
export const streamed = event(
  'msgStream',
  'replace',
  Type.Object({ msg_id: Id(), dialog_id: Id(), text: Type.String() }),
);

export type GrowingAnswer = Static<typeof streamed.data>;

export const assistantCalls = [
  assistantSetting,
  assistantCheck,
  assistantModels,
  assistantBot,
  sessionCreate,
  sessionList,
  sessionOpen,
  sessionRename,
] as const;
export const assistantEvents = [sessionChanged] as const;
