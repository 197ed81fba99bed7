import type { Unsent } from '@atrium/client/sending/mutations.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';

const KINDS = {
  sendMessage: 'message',
  editMessage: 'edit',
  sendFile: 'file',
  sendRecord: 'file',
  sendLocation: 'message',
  postVote: 'message',
  joinChain: 'message',
  addTask: 'new_task',
  addPicturedTask: 'new_task',
  addSubtask: 'new_task',
  updateTask: 'task',
  archiveTask: 'task',
  removeTask: 'task',
  moveCards: 'task',
  addColumn: 'list',
  updateColumn: 'list',
  removeColumn: 'list',
} as const;
const MOST_CHARS = 200;

/** The kind of change, and a few words to recognize it. */
export function wordsOfUnsent({ name, input }: Unsent): { kind: string; words: string } {
  const kind = t(`unsent.${KINDS[name as keyof typeof KINDS] ?? 'other'}`);
  const { text, text_type, name: called, task_id, msg_id } = input;
  const own = typeof text === 'string' ? plainText(text, text_type === 'md' ? 'md' : 'html') : called;
  const task = typeof task_id === 'number' ? client.store.get('task', task_id)?.name : '';
  const words = typeof own === 'string' && own !== '' ? own : (task ?? '');
  return { kind, words: words.slice(0, MOST_CHARS) || (msg_id ? `#${String(msg_id)}` : '') };
}
