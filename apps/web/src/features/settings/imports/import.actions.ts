import { CallError } from '@atrium/client/api.ts';
import {
  type Import,
  type ImportPerson,
  importLists,
  importPeople,
  importRemove,
  importStart,
  importStatus,
  importStop,
  importUpload,
} from '@atrium/contract/files/imports.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { type Choices, choicesToSend } from './importPeople.ts';

export type ImportKind = Import['kind'];

/** The import, or the server's error. */
export type Outcome = { item: Import } | { words: string };

async function outcome(answer: Promise<Import>): Promise<Outcome> {
  try {
    return { item: await answer };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { words: error.isLost ? t('import.lost') : error.msg };
  }
}

export const listImports = () => client.api.read(importLists, {});
export const readImport = (id: number) => outcome(client.api.read(importStatus, { import_id: id }));
export const listImportPeople = (id: number) => client.api.read(importPeople, { import_id: id });

/** Starts an import. Without `people` the choices of an earlier start count. */
export const startImport = (
  id: number,
  withFiles: boolean,
  people?: readonly { external_id: string; userid: number }[],
) =>
  outcome(
    client.api.call(importStart, { import_id: id, with_files: withFiles, ...(people && { people: [...people] }) }),
  );

/**
 * Starts an import with the choices of people, even if they are not shown yet: people matched by name are part of them.
 */
export async function startMapped(
  id: number,
  withFiles: boolean,
  people: readonly ImportPerson[] | null,
  choices: Choices,
): Promise<Outcome> {
  try {
    const known = people ?? (await listImportPeople(id));
    return await startImport(id, withFiles, choicesToSend(known, choices));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { words: error.isLost ? t('import.lost') : error.msg };
  }
}
export const stopImport = (id: number) => outcome(client.api.call(importStop, { import_id: id }));

/** The server's error; '' if it was deleted. */
export async function removeImport(id: number): Promise<string> {
  try {
    await client.api.call(importRemove, { import_id: id });
    return '';
  } catch (error) {
    return error instanceof CallError && !error.isLost ? error.msg : t('import.lost');
  }
}

/** `onProgress` gets the share that is sent, 0 to 1; the server reads the file after that. */
export const uploadExport = (
  kind: ImportKind,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Outcome> =>
  outcome(
    client.api.upload(importUpload, {
      fields: { kind },
      file: { field: 'file', name: file.name, content: file },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      signal,
    }),
  );
