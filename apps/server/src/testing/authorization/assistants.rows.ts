import { everyone, group, onlyAdmin, people, type Rows, signedIn, strangers } from './scene.ts';

const none = everyone('session.none');
const gone = signedIn('session.gone');

export const rows: Rows = {
  'system/setting/aibot': { cells: onlyAdmin },
  'system/setting/aibot#save': { input: () => ({ vendor: 'claude', models: 'a' }), cells: onlyAdmin },
  // No assistant is configured here.
  'system/aibot/check': {
    input: () => ({ vendor: 'openai' }),
    cells: { ...onlyAdmin, administrator: 'assistant.off' },
  },
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
