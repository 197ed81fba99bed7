import { CallError } from '@atrium/client/api.ts';
import { colorDialog, hideDialog, markDialog } from '@atrium/client/dialogs/dialogActions.ts';
import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { assistantBot, assistantModels, type Vendor } from '@atrium/contract/chat/assistants.ts';
import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { type UserBasic, userSearch } from '@atrium/contract/people/users.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';

export const markRead = (dialog: ClientDialog) =>
  void client.mutate(markDialog, { dialog_id: dialog.id, type: 'read' });
export const markUnread = (dialog: ClientDialog) =>
  void client.mutate(markDialog, { dialog_id: dialog.id, type: 'unread' });
export const setDialogColor = (dialog: ClientDialog, color: string) =>
  void client.mutate(colorDialog, { dialog_id: dialog.id, color });
export const hide = (dialog: ClientDialog) => void client.mutate(hideDialog, { dialog_id: dialog.id });

export const openDialog = (id: number) => client.opened.openDialog(id);
export const closeDialog = (id: number) => client.opened.closeDialog(id);

const say = (error: unknown) =>
  notify(error instanceof CallError ? wordsOf(error) : t('error.dialog_open'), { kind: 'error' });

/** The direct chat with a person; 0 if it cannot be opened, after showing the error. */
export async function openPerson(userid: number): Promise<number> {
  const known = client.store
    .all('dialog')
    .find((dialog) => dialog.dialog_user?.userid === userid && dialog.type === 'user');
  if (known) return known.id;
  try {
    const dialog = await client.api.call(dialogOpenUser, { userid });
    client.store.base.dialog.put(dialog);
    return dialog.id;
  } catch (error) {
    showProblem(error instanceof CallError ? wordsOf(error) : t('error.dialog_open'));
    return 0;
  }
}

/** Keeps a conversation outside the list loaded; returns a function that releases it. */
export function loadUnlisted(dialogId: number): (() => void) | undefined {
  if (client.store.get('dialog', dialogId)) return undefined;
  // The error is ignored, because the screen says if the conversation is deleted.
  client.opened.openDialog(dialogId).catch(() => undefined);
  return () => client.opened.closeDialog(dialogId);
}

export async function makeGroup(name: string, userids: number[]): Promise<number> {
  try {
    const dialog = await client.api.call(groupAdd, { chat_name: name, userids });
    client.store.base.dialog.put(dialog);
    return dialog.id;
  } catch (error) {
    say(error);
    return 0;
  }
}

const PAGE = 50;
/** Reads contacts by letter, a page at a time. */
export async function contactPage(key: string, page: number): Promise<{ people: UserBasic[]; total: number }> {
  const answer = await client.api.call(userSearch, {
    keys: { ...(key && { key }) },
    sorts: { az: 'asc' },
    page,
    pagesize: PAGE,
  });
  if (Array.isArray(answer)) return { people: answer, total: answer.length };
  return { people: answer.data, total: answer.total };
}

/** The configured assistants. */
export const readAssistants = () => client.api.read(assistantModels, {}).then(({ list }) => list);

/** The user id of an assistant, whose account is created with the first chat. */
export const assistantId = async (type: Vendor): Promise<number> =>
  (await client.api.call(assistantBot, { type })).userid;
