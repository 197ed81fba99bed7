import type { Message } from '@atrium/contract/chat/messages.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type * as contract from '@atrium/contract/files/files.ts';
import { CHUNK_BYTES, type UploadState } from '@atrium/contract/files/files.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { placeUploaded } from '#modules/drive/content.service';
import { placeFor } from '#modules/drive/drive.access';
import { listSeenDrive } from '#modules/drive/drive.service';
import { holdContent, ownContent } from '#modules/drive/tree.service';
import { dropOrphans, requireSize, storeUnchanged } from '#modules/files/files.service';
import { oneMessage } from '#modules/messages/messages.service';
import { answerOf } from '#modules/messages/sending/send.service';
import { requireSpeaker, storeAndSend } from '#modules/messages/sending/sendfile.service';
import { requireQuota } from '#modules/system/permits.service';
import type { App } from '#platform/app';
import { onAllConnections } from '#platform/callers';
import { randomCode } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View, type Work } from '#platform/work';
import {
  deleteStale,
  deleteUpload,
  findUpload,
  insertUpload,
  lockMerge,
  lockPlacing,
  lockUploads,
  recordChunk,
  setMerged,
  setUploadedFile,
  sumOpen,
  type UploadRow,
} from './uploads.queries.ts';

/** The number of unfinished uploads per person. */
const MAX_OPEN = 100;
const KEPT_MS = 24 * 3600_000;

/**
 * A chunked upload.
 *
 * 1. `init` checks everything before any byte arrives.
 * 2. A chunk is stored with the files and then recorded, in order: a repeated one overwrites itself, and after an
 *   interruption the client continues from the first unrecorded one, at any server of this database.
 * 3. `merge` turns it into a message or a file of a folder once. Repeated and parallel merges return that.
 * 4. What the caller has stored before, or may read in the file area, is recognized by its checksum and not sent again.
 *   Files of others are sent like new ones, so that a checksum tells nothing about them.
 */
export async function beginUpload(direct: Direct, input: InputOf<typeof contract.uploadInit>): Promise<UploadState> {
  const { app, caller } = direct;
  if (input.upload_id) return present(await uploadFor(direct, input.upload_id));
  const { dialog_id, name, size, scene = 'dialog_file' } = input;
  const isForFolder = scene === 'file_cabinet';
  if (!isForFolder && !dialog_id) throw fail('parameter.missing', { name: 'dialog_id' });
  if (!name) throw fail('parameter.missing', { name: 'name' });
  if (size === undefined) throw fail('parameter.missing', { name: 'size' });
  if (isForFolder) {
    const known = await placeKnown(direct, input, size);
    if (known) return known;
  } else await requireSpeaker(direct, dialog_id ?? 0);
  await requireSize(app, caller.userid, size);
  const { userid } = caller;
  // Deleted files are removed here if necessary, because the transaction only compares.
  const before = await sumOpen(app.db, userid);
  await requireQuota(app, userid, { total: before.total + size, own: before.own + size });
  const row = await app.db.transaction().execute(async (tx) => {
    await lockUploads(tx);
    const open = await sumOpen(tx, userid);
    if (open.count >= MAX_OPEN) throw fail('upload.many');
    // Counts what other uploads have announced.
    await requireQuota(app, userid, { total: open.total + size, own: open.own + size }, tx);
    const { pid = 0, webkit_relative_path: path = '', overwrite: is_over = false } = input.scene_params ?? {};
    return insertUpload(tx, {
      ...{ id: randomCode(18), userid, name, size, scene, hash: hashOf(input) },
      ...(isForFolder ? { pid, path, is_over } : { dialog_id: dialog_id ?? null }),
    });
  });
  return present(row);
}

/**
 * Places content that the caller already has stored, or an empty file, without an upload. Undefined for other content.
 */
async function placeKnown(direct: Direct, input: Begin, size: number): Promise<UploadState | undefined> {
  const { pid = 0, webkit_relative_path: path = '', overwrite: isOver = false } = input.scene_params ?? {};
  await placeFor(direct, pid);
  const stored = size === 0 ? NOTHING : hashOf(input) ? await ownContent(direct, hashOf(input), size) : undefined;
  if (!stored) return undefined;
  const files = await performWork(direct.app, callerOnAllDevices(direct), async (work) =>
    (await holdContent(work, stored))
      ? placeUploaded(work, { pid, path, name: input.name ?? '', stored, isOver })
      : undefined,
  );
  if (!files) return undefined;
  return { upload_id: '', chunk_size: CHUNK_BYTES, chunk_count: 0, received: [], done: true, files };
}
type Begin = InputOf<typeof contract.uploadInit>;
const hashOf = ({ hash = '' }: Begin) => (/^[0-9a-f]{64}$/.test(hash) ? hash : '');
const NOTHING = { id: null, size: 0 };

export async function takeChunk(direct: Direct, input: InputOf<typeof contract.uploadChunk>): Promise<UploadState> {
  const { app } = direct;
  const row = await uploadFor(direct, input.upload_id);
  const { index, blob } = input;
  if (!blob) throw fail('parameter.missing', { name: 'blob' });
  if (index > row.chunks) throw fail('upload.order');
  const start = index * CHUNK_BYTES;
  const wanted = Math.min(CHUNK_BYTES, Number(row.size) - start);
  if (wanted <= 0 || blob.size !== wanted) throw fail('upload.chunk');
  const isFirst = index === 0 && row.chunks === 0;
  // When this resolves, the chunk is safely stored, and so is a recorded one.
  await app.storage.parts.put(row.id, { index, start, isFirst }, blob.path).catch(lost);
  const after = await recordChunk(app.db, row.id, index);
  if (!after) throw fail('upload.gone');
  return present(after);
}

/** The chunks of an existing row are missing: they were deleted, or the storage is another one now. */
function lost(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? fail('upload.gone') : error;
}

/** A second merge of the same upload waits for the first one at this server: a file of gigabytes is put together once. */
const merging = new Map<string, Promise<Merged>>();
type Merged = OutputOf<typeof contract.uploadMerge> | Awaited<ReturnType<typeof placeUploaded>>;

export async function mergeUpload(direct: Direct, input: InputOf<typeof contract.uploadMerge>): Promise<Message> {
  const key = `${direct.caller.userid}/${input.upload_id}`;
  const running = merging.get(key) ?? mergeOnce(direct, input).finally(() => merging.delete(key));
  merging.set(key, running);
  return (await running) as Message;
}

async function mergeOnce(direct: Direct, input: InputOf<typeof contract.uploadMerge>): Promise<Merged> {
  const { app, caller, mutation } = direct;
  const row = await findUpload(app.db, input.upload_id, caller.userid);
  if (!row) {
    const sent = mutation ? await answerOf(direct, mutation) : undefined;
    if (sent) return sent;
    throw fail('upload.gone');
  }
  if (row.msg_id > 0) return oneMessage(direct, { msg_id: row.msg_id });
  if (row.file_id > 0) return filesOf(direct, row.file_id);
  if (row.chunks < chunksOf(row)) throw fail('upload.unfinished');
  if (row.scene === 'file_cabinet') return placeMerged(direct, row);
  const merge = {
    known: (work: Work) => lockMerge(work.tx, row.id),
    done: (work: Work, msgId: number) => setMerged(work.tx, row.id, msgId),
  };
  const send = async () => {
    const { path, drop } = await app.storage.parts.assemble(row.id, row.chunks, app.uploadDir);
    try {
      const file = { path, name: row.name, size: Number(row.size) };
      return await storeAndSend(direct, file, { ...input, dialog_id: row.dialog_id ?? 0 }, merge);
    } finally {
      await drop();
    }
  };
  const message = await send().catch(async (error: unknown) => {
    // Another merge was faster and removed the chunks.
    const after = await findUpload(app.db, input.upload_id, caller.userid);
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    // An upload without a message was canceled meanwhile.
    if (!after?.msg_id) throw fail('upload.gone');
    return oneMessage(direct, { msg_id: after.msg_id });
  });
  await app.storage.parts.delete(row.id);
  return message;
}

/** Clients that name their changes expect the events of them too. */
const callerOnAllDevices = ({ caller, mutation }: Direct) => (mutation ? onAllConnections(caller) : caller);

/** @throws upload.damaged  if what arrived is not what the client has */
async function placeMerged(direct: Direct, row: UploadRow): Promise<Merged> {
  const { app, caller } = direct;
  // The place is checked before the content is copied, which takes a while.
  await placeFor(direct, row.pid);
  const { path, drop } = await app.storage.parts.assemble(row.id, row.chunks, app.uploadDir).catch(lost);
  try {
    const file = { path, name: row.name, size: Number(row.size) };
    const kept = await storeUnchanged(app, caller.userid, file);
    if (row.hash && kept.hash !== row.hash) {
      await dropOrphans(app, { ids: [kept.id] });
      // Another try with the same parts would end the same way, so the client must begin a new upload.
      await cancelUpload(direct, { upload_id: row.id });
      throw fail('upload.damaged');
    }
    const files = await performWork(app, callerOnAllDevices(direct), async (work) => {
      const known = await lockPlacing(work.tx, row.id);
      if (known === undefined) throw fail('upload.gone');
      if (known > 0) return filesOf(work, known);
      const stored = { id: kept.id, size: Number(kept.size) };
      const placing = { pid: row.pid, path: row.path, name: row.name, stored, isOver: row.is_over };
      const made = await placeUploaded(work, placing);
      await setUploadedFile(work.tx, row.id, made.at(-1)?.id ?? 0);
      return made;
    });
    await app.storage.parts.delete(row.id);
    return files;
  } finally {
    await drop();
  }
}

/** Returns the file that an upload became, if the caller may see it. @throws file.gone */
async function filesOf(view: View, id: number) {
  const [file] = await listSeenDrive(view, [id]);
  if (!file) throw fail('file.gone');
  return [{ ...file, full_name: fullName(file), overwrite: 0 }];
}

export async function cancelUpload({ app, caller }: View, { upload_id }: { upload_id: string }) {
  const row = await deleteUpload(app.db, upload_id, caller.userid);
  if (row) await app.storage.parts.delete(row.id);
  return { upload_id };
}

/** Deletes uploads that were not finished within a day. Safe to run at any time. */
export async function collectUploads(app: App, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const stale = await deleteStale(app.db, before);
  for (const id of stale) await app.storage.parts.delete(id);
  await app.storage.collect(before);
  return stale.length;
}

async function uploadFor({ app, caller }: View, id: string): Promise<UploadRow> {
  const row = await findUpload(app.db, id, caller.userid);
  if (!row) throw fail('upload.gone');
  return row;
}

const chunksOf = (row: UploadRow) => Math.ceil(Number(row.size) / CHUNK_BYTES);

const present = (row: UploadRow): UploadState => ({
  upload_id: row.id,
  chunk_size: CHUNK_BYTES,
  chunk_count: chunksOf(row),
  received: Array.from({ length: row.chunks }, (_, index) => index),
  ...((row.msg_id > 0 || row.file_id > 0) && { done: true }),
});
