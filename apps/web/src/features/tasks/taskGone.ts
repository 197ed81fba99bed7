import { CallError } from '@atrium/client/api.ts';
import { descriptionKey } from '@atrium/client/sending/drafts.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { isOwnRemoval, notifyRemoved } from '#entities/project/projectRemoved.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The facts about a task that were known while it was open. */
export interface Known {
  task: Task;
  /** The name of the project; empty if it is not accessible. */
  projectName: string;
}

/** Reports that an open task was removed, offers its unsaved text, and returns the remaining notice. */
export function notifyTaskGone({ task, projectName }: Known, error: Error): string {
  offerWords(task);
  if (!(error instanceof CallError) || error.code !== 'task.gone') return wordsOf(error);
  const hasProject = client.store.get('project', task.project_id) !== undefined;
  if (!projectName || hasProject) return t('task.was_lost', { name: task.name });
  if (!isOwnRemoval(task.project_id)) void notifyRemoved(task.project_id, projectName);
  return '';
}

function offerWords({ id, name }: Task): void {
  const html = client.drafts.content(descriptionKey(id));
  if (!html) return;
  const copy = () =>
    void navigator.clipboard.writeText(plainText(html)).then(
      () => notify(t('action.copied')),
      () => notify(t('error.clipboard'), { kind: 'error' }),
    );
  notify(t('task.words_kept', { name }), { stays: true, action: { label: t('action.copy'), run: copy } });
}

function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, pre, blockquote, br')) block.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
