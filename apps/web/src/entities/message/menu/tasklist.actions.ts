import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { msgApplied } from '@atrium/contract/chat/messageActions.ts';
import { taskAdd, taskAddsub } from '@atrium/contract/projects/tasks.ts';
import type { ProposedTask } from '@atrium/richtext/html/blocks.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';

interface TaskList {
  index: number;
  isSub: boolean;
  tasks: readonly ProposedTask[];
}

/** The fields of a conversation that decide where its tasks are created. */
export type DialogWithProject = Pick<ClientDialog, 'group_type' | 'link_id' | 'group_info'>;

/** The project or task in which a dialog's proposed tasks are created; null if they cannot be. */
export function placeOf(
  dialog: DialogWithProject | undefined,
  isSub: boolean,
): { project_id: number } | { task_id: number } | null {
  if (dialog?.group_type === 'task' && isSub) return { task_id: dialog.link_id };
  if (isSub) return null;
  if (dialog?.group_type === 'project') return { project_id: dialog.link_id };
  const project_id = dialog?.group_type === 'task' ? dialog.group_info?.project_id : undefined;
  return project_id ? { project_id } : null;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escape(line)}</p>`)
    .join('');

/** Creates tasks one by one; one that fails does not stop the others. */
export async function createIn(
  place: { project_id: number; from_dialog_id?: number } | { task_id: number },
  tasks: readonly ProposedTask[],
): Promise<{ created: number; problem: string }> {
  let created = 0;
  let problem = '';
  for (const { title, desc } of tasks) {
    try {
      const content = desc && { content: paragraphs(desc) };
      if ('task_id' in place) await client.api.call(taskAddsub, { ...place, name: title });
      else await client.api.call(taskAdd, { ...place, name: title, ...content });
      created += 1;
    } catch (error) {
      problem = wordsOf(error);
    }
  }
  return { created, problem };
}

const running = new Set<string>();

/** Asks, creates them one by one, and posts the result. */
export async function createTasks(message: ClientMessage, dialog: DialogWithProject, list: TaskList): Promise<void> {
  const place = placeOf(dialog, list.isSub);
  const key = `${message.id}.${list.index}`;
  if (!place || running.has(key)) return;
  const action = t(list.isSub ? 'tasklist.create_sub' : 'tasklist.create');
  const text = t('tasklist.ask', { count: list.tasks.length });
  if (!(await askFirst({ title: action, text, action }))) return;
  running.add(key);
  const { created, problem } = await createIn(place, list.tasks);
  running.delete(key);
  if (created === 0) return showProblem(problem);
  const failed = list.tasks.length - created;
  await client.api
    .call(msgApplied, { msg_id: message.id, index: list.index, created, failed })
    .catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));
}
