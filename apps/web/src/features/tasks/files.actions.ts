import type { TaskFile } from '@atrium/contract/taskLinks.ts';
import type { Task } from '@atrium/contract/tasks.ts';
import { refusalOf, sendFiles } from '#entities/message/file.actions.ts';
import { deleteFile, openTaskChat } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/ask.ts';
import { notify } from '#ui/notices.ts';

/** A task's files come through its conversation, which is made with the first one. */
export async function attach(task: Task, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal) notify(refusal, { kind: 'error' });
  }
  const good = files.filter((file) => !refusalOf(file));
  if (good.length === 0) return;
  const dialogId = await openTaskChat(task.id);
  if (dialogId > 0) await sendFiles(dialogId, good, { isAttachment: true });
}

export async function askToDelete(file: TaskFile): Promise<void> {
  const isSure = await askFirst({
    title: t('files.remove', { name: file.name }),
    text: t('files.remove_ask', { name: file.name }),
    action: t('files.remove_act'),
    isDangerous: true,
  });
  if (isSure) deleteFile(file.id);
}
