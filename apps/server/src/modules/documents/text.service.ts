import { type DocumentFormat, isLive, LIVE_EXTS } from '@atrium/contract/files/documents.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { WORDS_BYTES } from '@atrium/contract/files/fileModes.ts';
import * as Y from 'yjs';
import { findLiveFile, lockLiveFile, storeText, versionOf, wordsOf, writeLive } from '#modules/drive/content.service';
import type { DriveRow } from '#modules/drive/drive.access';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { fail } from '#platform/fail';
import { performWork, viewFor } from '#platform/work';
import {
  type DocumentRow,
  findDocument,
  insertDocumentOnce,
  insertUpdate,
  listDue,
  listUpdates,
  lockDocument,
  putState,
  replaceDocumentState,
  setVersion,
  thinVersions,
} from './documents.queries.ts';
import { newlyMentioned, notifyMentioned } from './mentions.service.ts';
import { loadDoc, mergedText, normalized, stateOf, textOf, writeText } from './sharedState.ts';

/**
 * The shared state of a document and the text of its file.
 *
 * 1. `document_updates` has the changes in order; `documents.state` all up to `state_seq`, which is the text of the version
 *   `version_id`.
 * 2. `flush` makes a version of the text when people pause, and when the last one leaves.
 * 3. A version from elsewhere (a save, an upload, a restored one) is joined by `adopt`: what it changed of the version it
 *   was made from is changed in the state. Everyone who has the document open sees it.
 */
const formatOf = (row: DriveRow): DocumentFormat => LIVE_EXTS[row.ext.toLowerCase()] ?? 'text';

/** The state of an open document; it is made from the text on first use. @throws document.kind */
export async function openDocument(app: App, row: DriveRow): Promise<DocumentRow> {
  if (!isLive(row) || Number(row.size) > WORDS_BYTES) throw fail('document.kind');
  const known = await findDocument(app.db, row.id);
  if (!known) await insertDocumentOnce(app.db, await freshState(app, row));
  await adopt(app, row.id);
  const document = await findDocument(app.db, row.id);
  if (!document) throw fail('file.gone');
  return document;
}

async function freshState(app: App, row: DriveRow) {
  const view = viewFor(app);
  const version = await versionOf(view, row, undefined);
  const text = await wordsOf(view, version?.stored_id ?? null);
  if (text === undefined) throw fail('document.kind');
  const format = formatOf(row);
  const state = stateOf(text, format);
  return {
    ...{ file_id: row.id, generation: randomCode(12), format, state, bytes: state.length },
    ...{ seq: 0, state_seq: 0, version_id: version?.id ?? 0 },
  };
}

export async function currentDoc(app: App, document: DocumentRow) {
  const updates = await listUpdates(app.db, document.file_id, document.state_seq);
  const doc = loadDoc(
    document.state,
    updates.map(({ update }) => update),
    (error) => app.log.warn({ err: error, file: document.file_id }, 'a change of a document cannot be applied'),
  );
  const seq = updates.at(-1)?.seq ?? document.state_seq;
  return { doc, seq, authors: [...new Set(updates.map(({ userid }) => userid))], last: updates.at(-1)?.userid ?? 0 };
}

/** Joins a version that was saved elsewhere. Returns whether the state has changed. */
export async function adopt(app: App, fileId: number): Promise<boolean> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const row = await findLiveFile(viewFor(app), fileId);
    const document = await findDocument(app.db, fileId);
    if (!row || !document) return false;
    const view = viewFor(app);
    const newest = await versionOf(view, row, undefined);
    const isOtherKind = isLive(row) && formatOf(row) !== document.format;
    if (!newest || (newest.id === document.version_id && !isOtherKind)) return false;
    if (isOtherKind) {
      const fresh = await freshState(app, row);
      await performWork(app, view.caller, async (work) => {
        const locked = await lockDocument(work.tx, fileId);
        if (locked?.generation === document.generation) await replaceDocumentState(work.tx, fresh);
      });
      return true;
    }
    const base = await versionOf(view, row, newest.base_id || document.version_id || undefined)
      .catch(() => versionOf(view, row, document.version_id || undefined))
      .catch(() => undefined);
    const [baseText, newText] = await Promise.all([
      document.version_id === 0 && !newest.base_id ? '' : wordsOf(view, base?.stored_id ?? null),
      wordsOf(view, newest.stored_id),
    ]);
    // The file is no text anymore, for example if a picture was uploaded under the same name.
    if (newText === undefined) return false;
    const outcome = await joinVersion(app, document, {
      ...{ id: newest.id, userid: newest.userid, baseText: baseText ?? '', newText },
    });
    if (outcome !== 'again') return outcome === 'changed';
  }
  return false;
}

interface Joined {
  id: number;
  userid: number;
  baseText: string;
  newText: string;
}

function joinVersion(app: App, seen: DocumentRow, version: Joined): Promise<'changed' | 'same' | 'again'> {
  const caller = viewFor(app).caller;
  return performWork(app, caller, async (work) => {
    const document = await lockDocument(work.tx, seen.file_id);
    if (document?.version_id !== seen.version_id || document.generation !== seen.generation) return 'again';
    const format = document.format as DocumentFormat;
    const updates = await listUpdates(work.tx, document.file_id, document.state_seq);
    const doc = loadDoc(
      document.state,
      updates.map(({ update }) => update),
      () => undefined,
    );
    const now = textOf(doc, format);
    const merged = mergedText(version.baseText, now, version.newText, format);
    await setVersion(work.tx, document.file_id, version.id);
    if (merged === now) return 'same';
    const before = Y.encodeStateVector(doc);
    writeText(doc, merged, format);
    const { file_id, generation } = document;
    const update = Buffer.from(Y.encodeStateAsUpdate(doc, before));
    // The text that was saved is added even if the state becomes larger than people may make it.
    await insertUpdate(work.tx, { file_id, generation, update, userid: version.userid }, Number.MAX_SAFE_INTEGER);
    return 'changed';
  });
}

/** Makes a version of the text, if it has changed. Safe to run at any time, at several nodes at once. */
export async function flush(app: App, fileId: number): Promise<void> {
  // If changes arrive during several tries, `flushForgotten` writes the rest later.
  for (let attempt = 0; attempt < 4; attempt++) if (await flushOnce(app, fileId)) return;
}

/**
 * False if somebody saved a version meanwhile. It must be joined first: a version made from the state would undo it.
 */
async function flushOnce(app: App, fileId: number): Promise<boolean> {
  const view = viewFor(app);
  const row = await findLiveFile(view, fileId);
  if (!row) return true;
  // The newest version is read before the state is joined, so that no later version is overlooked.
  const newest = await versionOf(view, row, undefined);
  await adopt(app, fileId);
  const document = await findDocument(app.db, fileId);
  if (!document || document.seq === document.state_seq) return true;
  const format = document.format as DocumentFormat;
  const { doc, seq, authors, last } = await currentDoc(app, document);
  const state = Buffer.from(Y.encodeStateAsUpdate(doc));
  const text = textOf(doc, format);
  const before = normalized((await wordsOf(view, newest?.stored_id ?? null)) ?? '', format);
  const bytes = Buffer.from(text.toWellFormed());
  const isTooLarge = bytes.length > WORDS_BYTES;
  if (isTooLarge) app.log.warn({ file: fileId }, 'the text of a document is too large for a version');
  const isSame = text === before || isTooLarge;
  const author = await findUser(app.db, last);
  const { caller } = viewFor(app, { userid: last, nickname: author?.nickname ?? '' });
  const kept = isSame ? undefined : await storeText({ app, caller }, bytes, fullName(row));
  return performWork(app, caller, async (work) => {
    const fresh = await lockLiveFile(work, fileId);
    const locked = await lockDocument(work.tx, fileId);
    const isStale =
      !locked ||
      locked.generation !== document.generation ||
      locked.version_id !== document.version_id ||
      locked.state_seq !== document.state_seq;
    // Another node has already written this text, or the file was deleted meanwhile.
    if (isStale || !fresh) return true;
    if ((await versionOf(work, fresh, undefined))?.id !== newest?.id) return false;
    const version = kept && (await writeLive(work, fresh, kept, authors));
    if (version && format === 'md') {
      for (const [userid, words] of newlyMentioned(before, text))
        await notifyMentioned(work, row, { commentId: 0, words }, [userid]);
    }
    await putState(work.tx, fileId, { state, seq, versionId: version?.id ?? document.version_id });
    if (version) await thinVersions(work.tx, fileId);
    return true;
  });
}

const FORGOTTEN_MS = 40_000;
/** Makes the versions that a node left behind when it ended. */
export async function flushForgotten(app: App): Promise<void> {
  for (const id of await listDue(app.db, new Date(Date.now() - FORGOTTEN_MS))) {
    await flush(app, id).catch((error: unknown) => {
      app.log.warn({ err: error, file: id }, 'could not write the text of a document');
    });
  }
}
