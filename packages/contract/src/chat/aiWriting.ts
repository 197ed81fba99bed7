import { type Static, Type } from 'typebox';
import { call, errors, Id, Line, MaybeId, OneOf, Text } from '../kit.ts';
import { ANALYSIS_FOCUS, REPORT_CONTENT } from '../workspace/reports.ts';

/** The longest one-line request, in characters. */
export const GENERATE_CHARS = 500;
/** The time that a client waits. */
export const GENERATE_MS = 45_000;
const DRAFT_CHARS = 200_000;
export const TRANSCRIPT_CHARS = 200_000;

export const writingErrors = errors({
  'generate.empty': { ret: 0 },
  'generate.no_dialog': { ret: 0 },
  'generate.nothing': { ret: 0 },
  'generate.slow': { ret: 0 },
  'summary.nothing': { ret: 0 },
});

const asking = [
  'assistant.off',
  'assistant.denied',
  'assistant.budget',
  'assistant.failed',
  'generate.nothing',
  'generate.slow',
  'rate.limited',
] as const;

export const msgAiGenerate = call('dialog/msg/ai_generate', {
  summary: 'Drafts a message for a conversation, or rewrites or shortens a draft. Sends nothing.',
  access: 'user',
  input: Type.Object({
    dialog_id: MaybeId(),
    /** The subject of the text; may be absent when a draft is rewritten or shortened. */
    content: Type.Optional(Text({ maxLength: GENERATE_CHARS })),
    /** HTML of the field. */
    draft: Type.Optional(Text({ maxLength: DRAFT_CHARS })),
    /** The message that will be answered. */
    quote_id: MaybeId(),
    kind: Type.Optional(OneOf('write', 'rewrite', 'shorten')),
  }),
  output: Type.Object({
    /** Markdown. */
    text: Type.String(),
    html: Type.String(),
  }),
  errors: [
    ...asking,
    'generate.empty',
    'generate.no_dialog',
    'dialog.gone',
    'message.gone',
    'profile.nickname',
    'profile.phone',
  ],
});

export const assistantSummary = call('assistant/summary', {
  summary: 'Summarizes the unread messages of a conversation, or the replies to one of its messages.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    /** The first unread message, if a client remembers it; by default as the server knows it. */
    from_id: MaybeId(),
    /** The message whose replies are summarized. */
    reply_id: MaybeId(),
  }),
  output: Type.Object({
    /** Markdown. */
    text: Type.String(),
    /** The number of messages that it summarizes. */
    count: Type.Integer({ minimum: 0 }),
  }),
  errors: [...asking, 'dialog.gone', 'message.gone', 'summary.nothing'],
});

export const assistantNotes = call('assistant/notes', {
  summary: 'Turns the transcript of a meeting into notes: decisions, tasks and open questions.',
  access: 'user',
  input: Type.Object({ text: Text({ maxLength: TRANSCRIPT_CHARS }) }),
  output: Type.Object({ text: Type.String(), html: Type.String() }),
  errors: [...asking, 'generate.empty'],
});

const ProposedTasks = Type.Array(Type.Object({ title: Type.String(), desc: Type.String() }));
export const assistantTasks = call('assistant/tasks', {
  summary: 'Proposes tasks that a message asks for. Creates nothing.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Type.Object({ tasks: ProposedTasks }),
  errors: [...asking, 'message.gone'],
});

export const assistantTask = call('assistant/task', {
  summary: 'Proposes subtasks or a description for a task. Changes nothing.',
  access: 'user',
  input: Type.Object({ task_id: Id(), kind: OneOf('subtasks', 'description') }),
  output: Type.Object({
    tasks: ProposedTasks,
    /** The description; empty for subtasks. */
    html: Type.String(),
  }),
  errors: [...asking, 'task.gone'],
});

export const assistantReport = call('assistant/report', {
  summary: 'Words a report from its list of tasks. Saves nothing.',
  access: 'user',
  input: Type.Object({ content: Text({ maxLength: DRAFT_CHARS }) }),
  output: Type.Object({ html: Type.String() }),
  errors: [...asking, 'generate.empty'],
});

export const assistantAnalysis = call('assistant/analysis', {
  summary: 'Assesses a report for its reader: results, risks and open questions. Saves nothing.',
  access: 'user',
  input: Type.Object({
    content: Text({ maxLength: REPORT_CONTENT }),
    /** The question of the reader; by default everything. */
    focus: Type.Optional(Line({ maxLength: ANALYSIS_FOCUS })),
  }),
  /** Markdown, and the name of the model that wrote it. */
  output: Type.Object({ text: Type.String(), model: Type.String() }),
  errors: [...asking, 'generate.empty'],
});

export type ProposedTasks = Static<typeof ProposedTasks>;

export const writingCalls = [
  msgAiGenerate,
  assistantSummary,
  assistantNotes,
  assistantTasks,
  assistantTask,
  assistantReport,
  assistantAnalysis,
] as const;
