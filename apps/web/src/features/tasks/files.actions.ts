import type { TaskFile } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { refusalOf, sendFiles } from '#entities/message/files/file.actions.ts';
import { deleteFile, openTaskChat, readFiles } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Sends a task's files through its conversation, which is created with the first one. */
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

const ARRIVAL_MS = 120_000;

/** Uploads pictures for a task; returns the successful ones once all are done. */
export async function attachPictures(task: Task, files: readonly File[]): Promise<readonly TaskFile[]> {
  const pictures = files.filter((file) => file.type.startsWith('image/') && !refusalOf(file));
  const known = new Set((await readFiles(task.id).catch(() => [])).map(({ id }) => id));
  if (pictures.length === 0) {
    await attach(task, files);
    return [];
  }
  const { promise, resolve } = Promise.withResolvers<readonly TaskFile[]>();
  const check = async () => {
    const fresh = (await readFiles(task.id).catch(() => [])).filter((file) => file.is_picture && !known.has(file.id));
    if (fresh.length >= pictures.length) resolve(fresh.toReversed());
  };
  const stop = client.onTopic((topic, id) => topic === 'files' && id === task.id && void check());
  const timer = setTimeout(() => resolve([]), ARRIVAL_MS);
  await attach(task, files);
  const come = await promise;
  clearTimeout(timer);
  stop();
  return come;
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
