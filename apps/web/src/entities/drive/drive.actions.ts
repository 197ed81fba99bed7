import { CallError } from '@atrium/client/api.ts';
import { driveBinRestore } from '@atrium/contract/files/bin.ts';
import { driveDetails, driveRecent } from '@atrium/contract/files/details.ts';
import type { DriveFile } from '@atrium/contract/files/drive.ts';
import * as contract from '@atrium/contract/files/drive.ts';
import { fullName, type NewType } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { fileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Returns the server's answer; undefined if it refused, after showing the error. */
async function answerOrNotify<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return undefined;
  }
}

export const searchDrive = (key: string, take: number) => client.api.read(contract.driveSearch, { key, take });
export const readDetails = (id: number) => client.api.read(driveDetails, { id });
export const readRecent = () => client.api.read(driveRecent, {});
export const readOne = (id: number | string) => client.api.read(contract.driveOne, { id: String(id) });

export const addDrive = (pid: number, type: NewType, name: string) =>
  answerOrNotify(client.api.call(contract.driveAdd, { pid, type, name }));
export const renameDrive = (id: number, name: string) =>
  answerOrNotify(client.api.call(contract.driveAdd, { id, name }));
export const moveDrive = (ids: readonly number[], pid: number) =>
  answerOrNotify(client.api.call(contract.driveMove, { ids: [...ids], pid }));
export const copyDrive = (id: number, pid: number) => answerOrNotify(client.api.call(contract.driveCopy, { id, pid }));

/** Resolves with true once the files are deleted. */
export async function deleteDrive(files: readonly DriveFile[]): Promise<boolean> {
  const [first] = files;
  if (!first) return false;
  const isSure = await askFirst({
    title:
      files.length === 1
        ? t('drive.delete_title', { name: fullName(first) })
        : t('drive.delete_several', { count: files.length }),
    text: t('drive.delete_ask'),
    action: t('drive.delete'),
    isDangerous: true,
  });
  if (!isSure) return false;
  const ids = files.map(({ id }) => id);
  const done = await answerOrNotify(client.api.call(contract.driveRemove, { ids }));
  if (!done) return false;
  const text =
    files.length === 1 ? t('bin.deleted', { name: fullName(first) }) : t('bin.deleted_several', { count: ids.length });
  notify(text, { action: { label: t('action.undo'), run: () => void undoDeletion(ids) } });
  return true;
}

/** Undoes a deletion. Folders that show the files are updated by an event. */
const undoDeletion = (ids: number[]) => answerOrNotify(client.api.call(driveBinRestore, { ids }));

export async function leaveShare(file: DriveFile): Promise<boolean> {
  const isSure = await askFirst({
    title: t('drive.leave_title', { name: fullName(file) }),
    text: t('drive.leave_ask'),
    action: t('drive.leave'),
    isDangerous: true,
  });
  return isSure && Boolean(await answerOrNotify(client.api.call(contract.driveShareOut, { id: file.id })));
}

export const readShares = (id: number) => client.api.read(contract.driveShare, { id });

/** Shares a file or folder. Asks first if this would end shares inside the folder. Undefined if it was refused. */
export async function shareDrive(id: number, userids: readonly number[], permission: number) {
  const ask = (force: boolean) =>
    client.api.call(contract.driveShareUpdate, { id, userids: [...userids], permission, force });
  try {
    return await ask(false);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'drive.shared')
      return answerOrNotify(Promise.reject(error as Error));
    const isSure = await askFirst({
      title: t('drive.share'),
      text: error.msg,
      action: t('drive.share_force'),
      isDangerous: true,
    });
    return isSure ? answerOrNotify(ask(true)) : undefined;
  }
}

/** Copies a link for people who may open the file anyway; it grants no access. */
export async function copyLink(file: DriveFile): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/single/file/${file.id}`).catch(() => undefined);
  notify(t('drive.link_copied'));
}

export const readLinks = (id: number, before_id = 0) =>
  client.api.read(contract.driveLinks, { id, ...(before_id > 0 && { before_id }) });
export type LinkChange = Omit<InputOf<typeof contract.driveLinkSave>, 'id'>;
export const savePublicLink = (id: number, change: LinkChange) =>
  answerOrNotify(client.api.call(contract.driveLinkSave, { id, ...change }));

const openedKey = (code: string) => `link:${code}`;
/**
 * Unlocks a link with a password or a limit. Returns the id that replaces its code; this tab stores it, because each
 * unlocking counts.
 */
export async function openPublicLink(code: string, password = ''): Promise<string> {
  const { id } = await client.api.call(contract.driveLinkOpen, { code, password });
  sessionStorage.setItem(openedKey(code), id);
  return id;
}
export const openedLink = (code: string): string => sessionStorage.getItem(openedKey(code)) ?? '';
export const endPublicLink = (link_id: number) =>
  answerOrNotify(client.api.call(contract.driveLinkDelete, { link_id }));
export async function copyPublicLink({ url }: contract.PublicLink): Promise<void> {
  await navigator.clipboard.writeText(url).catch(() => undefined);
  notify(t('drive.public_copied'));
}

export const readUsage = () => client.api.read(contract.driveUsage, {});

/** Lets the browser save a file, even an empty one. */
export function download(file: DriveFile): void {
  const link = document.createElement('a');
  link.href = fileAddress('/api/file/content', `&id=${file.id}&down=yes`);
  link.download = fullName(file);
  link.click();
}

export const readContent = (id: number | string, history_id?: number) =>
  client.api.read(contract.driveContent, { id: String(id), ...(history_id && { history_id }) });
export const saveContent = (id: number, content: { type?: 'md' | 'text'; content: string }) =>
  client.api.call(contract.driveSave, { id, content: JSON.stringify(content) });
export const readVersions = (id: number, pagesize = 50) => client.api.read(contract.driveHistory, { id, pagesize });
export const restoreVersion = (id: number, history_id: number) =>
  answerOrNotify(client.api.call(contract.driveRestore, { id, history_id }));
