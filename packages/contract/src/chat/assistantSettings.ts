import { type Static, Type } from 'typebox';
import { Count, call, Empty, event, Id, Line, MaybeId, OneOf } from '../kit.ts';
import { VENDORS } from './assistants.ts';

const Switch = () => OneOf('open', 'close');

/** An outside server whose tools assistants may use, by the Model Context Protocol. */
export const ToolServer = Type.Object({
  id: Id(),
  name: Type.String(),
  url: Type.String(),
  has_key: Type.Boolean(),
});
export type ToolServer = Static<typeof ToolServer>;

/** Settings of assistants besides chats. Keys are never returned. */
export const AssistantCommon = Type.Object({
  /** The assistant for drafts and summaries; `auto` = the first that the person may use. */
  vendor: OneOf('auto', ...VENDORS),
  /** Tokens per person and month; 0 = no limit. */
  budget: Count(),
  /** Turns the use of tools by assistants on or off. */
  tools: Switch(),
  voice: Switch(),
  voice_url: Type.String(),
  voice_model: Type.String(),
  has_voice_key: Type.Boolean(),
  translation: OneOf('close', 'assistant', 'server'),
  translation_url: Type.String(),
  has_translation_key: Type.Boolean(),
  servers: Type.Array(ToolServer),
});
export type AssistantCommon = Static<typeof AssistantCommon>;

export const assistantCommon = call('system/setting/assistant', {
  summary: 'Returns what assistants do besides chats; saves the given fields.',
  access: 'admin',
  input: Type.Object({
    vendor: Type.Optional(OneOf('auto', ...VENDORS)),
    budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000, wire: 'int' })),
    tools: Type.Optional(Switch()),
    voice: Type.Optional(Switch()),
    /** The base address of a service with `/audio/transcriptions`, as OpenAI and whisper.cpp offer it. */
    voice_url: Type.Optional(Line({ maxLength: 500 })),
    voice_model: Type.Optional(Line({ maxLength: 200 })),
    /** Absent = unchanged; '' deletes it. */
    voice_key: Type.Optional(Line({ maxLength: 500 })),
    translation: Type.Optional(OneOf('close', 'assistant', 'server')),
    /** A server like LibreTranslate: its `/translate` is called. */
    translation_url: Type.Optional(Line({ maxLength: 500 })),
    translation_key: Type.Optional(Line({ maxLength: 500 })),
  }),
  output: AssistantCommon,
  errors: ['assistant.address', 'assistant.key', 'assistant.off'],
});

export const toolServerSave = call('system/assistant/server/save', {
  summary: 'Connects a server whose tools assistants may use, or changes one.',
  access: 'admin',
  input: Type.Object({
    /** Absent: a new one. */
    id: MaybeId(),
    name: Line({ minLength: 1, maxLength: 40 }),
    url: Line({ minLength: 1, maxLength: 500 }),
    /** Sent as a bearer token. Absent = unchanged; '' deletes it. */
    key: Type.Optional(Line({ maxLength: 500 })),
  }),
  output: AssistantCommon,
  errors: ['assistant.address', 'assistant.key', 'assistant.server'],
});
export const toolServerRemove = call('system/assistant/server/remove', {
  summary: 'Disconnects a server with tools.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: AssistantCommon,
});
export const toolServerCheck = call('system/assistant/server/check', {
  summary: 'Lists the tools that a connected server offers.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ tools: Type.Array(Type.String()) }),
  errors: ['assistant.server', 'assistant.failed'],
});

/** A change that an assistant wants to make for a person, who decides. */
export const Confirmation = Type.Object({
  id: Id(),
  msg_id: Id(),
  dialog_id: Id(),
  tool: Type.String(),
  title: Type.String(),
  /** The parameters as JSON. */
  input: Type.String(),
});
export type Confirmation = Static<typeof Confirmation>;
export const confirmationList = call('assistant/confirmation/list', {
  summary: 'Lists the changes of assistants that wait for the caller to decide.',
  access: 'user',
  input: Empty(),
  output: Type.Object({ list: Type.Array(Confirmation) }),
});
export const confirmationAnswer = call('assistant/confirmation/answer', {
  summary: 'Allows or refuses a change of an assistant; `always` allows the tool from then on.',
  access: 'user',
  input: Type.Object({ id: Id(), answer: OneOf('allow', 'always', 'refuse') }),
  output: Empty(),
  errors: ['assistant.not_answer'],
});
export const permitList = call('assistant/permit/list', {
  summary: 'Lists the tools that the caller has allowed assistants to use without asking.',
  access: 'user',
  input: Empty(),
  output: Type.Object({ tools: Type.Array(Type.String()) }),
});
export const permitRemove = call('assistant/permit/remove', {
  summary: 'Has assistants ask again before they use a tool.',
  access: 'user',
  input: Type.Object({ tool: Line({ minLength: 1, maxLength: 120 }) }),
  output: Empty(),
});

/** The changes that wait for the person have changed. Sent to that person alone and not stored. */
export const confirmationAsked = event('assistantConfirm', 'change', Type.Object({ dialog_id: Id() }));

export const assistantSettingCalls = [
  assistantCommon,
  toolServerSave,
  toolServerRemove,
  toolServerCheck,
  confirmationList,
  confirmationAnswer,
  permitList,
  permitRemove,
] as const;
