import { everyone, group, message, onlyAdmin, people, type Rows, signedIn, strangers, task } from './scene.ts';

const none = everyone('session.none');
const gone = signedIn('session.gone');
const foreign = {
  ...strangers('message.gone'),
  member: 'assistant.not_answer',
  owner: 'assistant.not_answer',
};

export const rows: Rows = {
  'system/setting/aibot': { cells: onlyAdmin },
  'system/setting/aibot#save': { input: () => ({ vendor: 'claude', models: 'a' }), cells: onlyAdmin },
  // No assistant is configured here.
  'system/aibot/check': {
    input: () => ({ vendor: 'openai' }),
    cells: { ...onlyAdmin, administrator: 'assistant.off' },
  },
  'system/setting/assistant': { cells: onlyAdmin },
  'system/assistant/usage': { cells: onlyAdmin },
  'system/assistant/server/save': {
    input: () => ({ name: 'Port', url: 'https://port.example/mcp' }),
    cells: onlyAdmin,
  },
  'system/assistant/server/remove': { input: () => ({ id: 2_000_000_000 }), cells: onlyAdmin },
  'system/assistant/server/check': {
    input: () => ({ id: 2_000_000_000 }),
    cells: { ...onlyAdmin, administrator: 'assistant.server' },
  },
  'assistant/stop': { input: () => message(), cells: foreign },
  'assistant/again': { input: () => message(), cells: foreign },
  'assistant/feedback/save': { input: () => message(), cells: foreign },
  'assistant/feedback/list': { input: group, cells: strangers('dialog.gone') },
  'assistant/confirmation/list': {},
  'assistant/confirmation/answer': {
    input: () => ({ id: 2_000_000_000, answer: 'allow' }),
    cells: signedIn('assistant.not_answer'),
  },
  'assistant/permit/list': {},
  'assistant/permit/remove': { input: () => ({ tool: 'send_message' }) },
  'dialog/config': { input: group, cells: strangers('dialog.gone') },
  'dialog/config#save': {
    input: async () => ({ ...(await group()), ai_prompt: 'Be short.' }),
    cells: { ...strangers('dialog.gone'), member: 'forbidden' },
  },
  'dialog/msg/ai_generate': {
    input: async () => ({ ...(await group()), content: 'Greet' }),
    cells: { ...strangers('dialog.gone'), member: 'assistant.off', owner: 'assistant.off' },
  },
  // Messages that the caller may not see are never passed to an assistant.
  'assistant/summary': {
    input: async () => ({ ...(await group()), from_id: 1 }),
    cells: { ...strangers('dialog.gone'), member: 'summary.nothing', owner: 'summary.nothing' },
  },
  'assistant/tasks': {
    input: () => message(),
    cells: { ...strangers('message.gone'), member: 'assistant.off', owner: 'assistant.off' },
  },
  'assistant/task': {
    input: async () => ({ ...(await task()), kind: 'subtasks' }),
    cells: { ...strangers('task.gone'), member: 'assistant.off', owner: 'assistant.off' },
  },
  'assistant/notes': { input: () => ({ text: 'ada: nine' }), cells: signedIn('assistant.off') },
  'assistant/report': { input: () => ({ content: '<p>Built</p>' }), cells: signedIn('assistant.off') },
  'assistant/analysis': { input: () => ({ content: '<p>Built</p>' }), cells: signedIn('assistant.off') },
  'assistant/models': {},
  'users/search/ai': { input: () => ({ type: 'openai' }), cells: signedIn('assistant.off') },
  'dialog/session/create': {
    input: group,
    cells: { ...strangers('dialog.gone'), member: 'session.none', owner: 'session.none' },
  },
  'dialog/session/create#person': {
    input: () => ({ userid: people.third.userid }),
    cells: { ...none, nobody: 'auth.required', disabled: 'auth.required' },
  },
  'dialog/session/list': {
    input: group,
    cells: { ...strangers('dialog.gone'), member: 'session.none', owner: 'session.none' },
  },
  'dialog/session/open': { input: () => ({ session_id: 2_000_000_000 }), cells: gone },
  'dialog/session/rename': { input: () => ({ session_id: 2_000_000_000, title: 'Plan' }), cells: gone },
};
