import { updateTask } from '@atrium/client/projects/projectActions.ts';
import { client } from '#sync/session.ts';

export { descriptionKey } from '@atrium/client/sending/drafts.ts';

/** The draft of a description; undefined without one. */
export const draftOf = (key: string): string | undefined => client.drafts.content(key);
export const saveDraft = (key: string, html: string): void => client.drafts.write(key, html);
export const removeDraft = (key: string): void => client.drafts.remove(key);

/** True if the stored task has a description. */
export const isDescribed = (taskId: number): boolean => Boolean(client.store.get('task', taskId)?.desc);

/** Loads a picture from the browser's storage. */
export const loadWaitingPicture = (key: string): void => void client.files.get(key);

/** @throws CallError  if the server refused it; the text is a draft again, and the person has been told why */
export const saveDescription = (taskId: number, content: string) =>
  client.mutate(updateTask, { task_id: taskId, content });
