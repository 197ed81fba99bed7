import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type drivePack, drivePacked, PACK_BYTES, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { languageOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { Selectable } from 'kysely';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { encodeName, placeOf } from '#modules/files/files.service';
import { issueTicket } from '#modules/files/keys.service';
import type { StoredKind } from '#modules/files/storedFiles.service';
import { mayPack, requireQuota } from '#modules/system/permits.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor, systemCaller } from '#platform/callers';
import { randomCode } from '#platform/crypto';
import type { FilePacks } from '#platform/db/types';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { makeFolder } from '#platform/files/durableFile';
import { writeZip, type ZipEntry } from '#platform/files/zip';
import { isTemp, performWork, type View, type Work } from '#platform/work';
import { type DriveRow, driveAll, filesReadBy } from '../drive.access.ts';
import { listTrees } from '../listing.queries.ts';
import { cleanedName } from '../names.ts';
import {
  beginPack,
  countStoredPacks,
  deletePack,
  endPack,
  expirePack,
  findPackRow,
  findPackUnderWay,
  insertPack,
  listAliveFiles,
  listExistingPacks,
  listExpiredPacks,
  listStoredPacks,
  listUnexpiredPacks,
  lockPacksOf,
  sumTreeBytes,
} from './pack.queries.ts';

const MAX_ENTRIES = 60_000;
const KEPT_MS = 86_400_000;
const STEP_PERCENT = 5;
export type PackRow = Selectable<FilePacks>;

/**
 * Requests an archive, which is made in the background. @throws forbidden, file.gone, drive.pack_large,
 * drive.pack_waiting, drive.pack_denied
 */
export async function askPack(work: Work, { ids, name }: InputOf<typeof drivePack>) {
  const { tx, caller } = work;
  if (isTemp(caller)) throw fail('forbidden');
  if (!(await mayPack(work))) throw fail('drive.pack_denied');
  await driveAll(work, ids, 'write');
  const { bytes = '0', n = 0 } = (await sumTreeBytes(tx, ids)) ?? {};
  if (Number(bytes) > PACK_BYTES || n > MAX_ENTRIES) throw fail('drive.pack_large', { limit: PACK_BYTES / 1024 ** 3 });
  await lockPacksOf(tx, caller.userid);
  const open = await findPackUnderWay(tx, caller.userid);
  if (open) throw fail('drive.pack_waiting');
  await makeRoom(work, Number(bytes));
  const row = await insertPack(tx, {
    userid: caller.userid,
    name: `${cleanedName(name).replace(/\.zip$/i, '')}.zip`,
    ids: [...ids],
    lang: caller.lang,
    token: randomCode(18),
  });
  work.enqueue('pack_files', { id: row.id });
  return { name: row.name, url: await urlOf(work, row) };
}
/** Maximum total of a person's finished archives, in bytes: the oldest ones are deleted. */
const READY_BYTES = 2 * PACK_BYTES;

/**
 * Archives count for the workspace's quota but not the person's: somebody whose storage is full can still download
 * their files.
 */
async function makeRoom(work: Work, bytes: number): Promise<void> {
  const ready = await listUnexpiredPacks(work.tx, work.now);
  let [all, own] = [bytes, bytes];
  const old: PackRow[] = [];
  for (const row of ready) {
    if (row.userid === work.caller.userid && own + Number(row.size) > READY_BYTES) {
      old.push(row);
      continue;
    }
    all += Number(row.size);
    if (row.userid === work.caller.userid) own += Number(row.size);
  }
  await requireQuota(work.app, work.caller.userid, { total: all });
  for (const row of old) {
    await expirePack(work.tx, work.now, row.id);
  }
}

const urlOf = async (view: View, { id }: PackRow) =>
  `${view.app.publicUrl}/api/file/download/pack?key=${encodeURIComponent(await issueTicket(view, `pack${id}`))}`;

/** Creates the archive and sends it to the requester, reporting progress. Safe to run twice. */
export async function runPack(app: App, id: number): Promise<void> {
  const row = await beginPack(app.db, id);
  if (!row) return;
  const file = path.join(app.uploadDir, `.pack-${row.token}`);
  await makeFolder(app.uploadDir);
  await rm(file, { force: true });
  try {
    await makeArchive(app, row, file);
    const { size } = await app.storage.put(packPlace(row), file);
    const isWanted = await performWork(app, systemCaller, async (work) => {
      const expired_at = new Date(work.now.getTime() + KEPT_MS);
      if (!(await end(work, row, { status: 'done', size, expired_at }))) return false;
      const url = `{{RemoteURL}}file/pack/${row.token}/${encodeName(row.name)}`;
      await sendSystemMessage(work, row.userid, { type: 'file_download', name: row.name, size, url });
      await announceProgress(work, row, 100);
      return true;
    });
    // The requester was erased meanwhile, and the archive's row may have been deleted.
    if (!isWanted) await app.storage.delete(packPlace(row));
  } catch (error) {
    app.log.error({ err: error, pack: id }, 'an archive of files failed');
    await performWork(app, systemCaller, async (work) => {
      // The archive expires at once, so that a file which is already in the storage is deleted.
      if (!(await end(work, row, { status: 'failed', expired_at: work.now }))) return;
      const words = translate(languageOf(row.lang), 'drive.pack_failed', { name: row.name });
      await sendSystemMessage(work, row.userid, { type: 'content', title: words, content: words });
      await announceProgress(work, row, -1);
    });
  } finally {
    await rm(file, { force: true });
  }
}

export const storedPacks: StoredKind = {
  count: ({ db }) => countStoredPacks(db),
  async list({ db }, after, limit) {
    const rows = await listStoredPacks(db, after, limit);
    return rows.map((row) => ({ id: row.id, contents: [{ key: packPlace(row), hash: null }] }));
  },
  existing: ({ db }, ids) => listExistingPacks(db, ids),
};

export const packPlace = ({ token }: Pick<PackRow, 'token'>) => `pack/${token.slice(0, 2)}/${token}`;
const end = (work: Work, { id }: PackRow, fields: Partial<PackRow>) => endPack(work.tx, fields, id);
const announceProgress = async (work: Work, row: PackRow, progress: number) =>
  work.emit(drivePacked, toUsers(row.userid), { id: row.id, name: row.name, url: await urlOf(work, row), progress });

async function makeArchive(app: App, row: PackRow, file: string): Promise<void> {
  const caller = callerFor(row.userid);
  const view: View = { app, tx: app.db, caller, now: new Date() };
  // Leaves out deleted files, and those that the requester may no longer read.
  const all = await listTrees(view, row.ids);
  const rows = all.filter(({ permission }) => permission >= PERMISSION.read);
  const total = rows.reduce((sum, each) => sum + Number(each.size), 0);
  let [done, reported] = [0, 0];
  await writeZip(file, entriesOf(app, rows), async (bytes) => {
    done += bytes;
    const percent = Math.min(95, Math.floor((done / Math.max(1, total)) * 100));
    if (percent - reported < STEP_PERCENT) return;
    reported = percent;
    await performWork(app, systemCaller, (work) => announceProgress(work, row, percent));
  });
}

/** The selected items are at the top level, with their content below. */
function* entriesOf(app: App, rows: readonly DriveRow[]): Iterable<ZipEntry> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const paths = new Map<number, string>();
  const taken = new Set<string>();
  const pathOf = (row: DriveRow): string => {
    const known = paths.get(row.id);
    if (known) return known;
    const parent = byId.get(row.pid);
    const before = parent ? `${pathOf(parent)}/` : '';
    // Names are cleaned before they are compared: names that are older than the check may become equal.
    const own = cleanedName(row.name);
    let name = `${before}${fullName({ name: own, ext: row.ext })}`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) {
      name = `${before}${fullName({ name: `${own} (${n})`, ext: row.ext })}`;
    }
    taken.add(name.toLowerCase());
    paths.set(row.id, name);
    return name;
  };
  for (const row of rows) {
    const { token } = row;
    const isFolder = row.type === 'folder';
    yield {
      path: isFolder ? `${pathOf(row)}/` : pathOf(row),
      at: row.updated_at,
      // The storage has no content for an empty file.
      open: isFolder ? null : () => (token ? app.storage.read(placeOf({ token })) : Readable.from([])),
    };
  }
}

/** True if the requester of an archive may still read its contents: rights may have been revoked since. */
export async function mayStillFetch(app: App, row: PackRow): Promise<boolean> {
  const user = await findUser(app.db, row.userid);
  if (!user || user.delete_at || user.disable_at) return false;
  const caller = callerFor(row.userid, { identity: user.identity });
  const view: View = { app, tx: app.db, caller, now: new Date() };
  const rows = await listAliveFiles(app.db, row.ids);
  const readable = await filesReadBy(
    view,
    rows.map(({ id }) => id),
  );
  return rows.length > 0 && rows.every(({ id }) => readable.has(id));
}

export const findPack = (app: App, which: { id: number } | { token: string }): Promise<PackRow | undefined> =>
  findPackRow(app.db, which);

/** Deletes archives that nobody can fetch anymore. Safe to run at any time. */
export async function collectPacks(app: App, now = new Date()): Promise<void> {
  const rows = await listExpiredPacks(app.db, now);
  for (const row of rows) {
    await app.storage.delete(packPlace(row));
    await deletePack(app.db, row.id);
  }
}
