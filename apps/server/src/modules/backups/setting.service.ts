import type { InputOf } from '@atrium/contract/kit.ts';
import type { BackupSetting, backupSetting } from '@atrium/contract/workspace/backups.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { closeFolder } from '#platform/files/durableFile';
import { openStorage } from '#platform/files/openStorage';
import type { Storage } from '#platform/files/storage';
import { type BucketAddress, readStorageAddress } from '#platform/files/storageAddress';
import type { Direct } from '#platform/http/route';
import { guardedAgent } from '#platform/outside/outbound';
import { refusalOf } from '#platform/outside/refusal';

export interface StoredBackup {
  open: 'open' | 'close';
  time: string;
  keep: number;
  place: 'server' | 'bucket';
  bucket: string;
  key_id: string;
  secret: string;
  /** The time at which backups were turned on, in milliseconds: before it no backup can be missing. */
  since: number;
  /** True if an administrator has turned it on or off. */
  isChosen: boolean;
}
const SECTION = 'backup';
const DEFAULTS: StoredBackup = {
  open: 'close',
  time: '03:00',
  keep: 14,
  place: 'server',
  bucket: '',
  key_id: '',
  secret: '',
  since: 0,
  isChosen: false,
};

export const backupOf = async (app: App): Promise<StoredBackup> => ({
  ...DEFAULTS,
  ...(await settingSection<Partial<StoredBackup>>(app, SECTION, {})),
});

/** Opens the place of scheduled backups. @throws what is wrong with it */
export async function openPlace(app: App, { place, ...kept }: StoredBackup): Promise<Storage> {
  if (place === 'server') {
    if ('folder' in app.backup) await closeFolder(app.backup.folder);
    return openStorage(app.backup);
  }
  const address = bucketOf(kept);
  return openStorage(address, address.endpoint ? guardedAgent(address.endpoint, app.localHosts) : undefined);
}

/** @throws backup.address */
function bucketOf({ bucket, key_id: id, secret }: Pick<StoredBackup, 'bucket' | 'key_id' | 'secret'>): BucketAddress {
  try {
    const address = readStorageAddress(bucket, { keys: { id, secret }, isDirect: false });
    if ('bucket' in address) return address;
  } catch {
    // The error text names the operator's variable, so it is not passed on.
  }
  throw fail('backup.address');
}

const WORDS = 300;

/**
 * Saves the sent fields, after writing, reading and deleting a small file in the place.
 *
 * @throws backup.address, backup.secret, backup.place with the system's own words
 */
export async function setBackup(
  direct: Direct,
  { type, ...sent }: InputOf<typeof backupSetting>,
): Promise<BackupSetting> {
  const { app, caller } = direct;
  if (type !== 'save') return present(app, await backupOf(app));
  // The place of backups gets a copy of everything, so a change needs a proof.
  await requireProof(direct);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const before = await backupOf(app);
  const wanted = merge(before, given);
  if (wanted.open === 'open' || isMoved(before, wanted)) await tryPlace(app, wanted);
  const kept = await changeSection<Partial<StoredBackup>>(
    { app, caller },
    SECTION,
    (before) => merge({ ...DEFAULTS, ...before }, given),
    DEFAULTS,
  );
  return present(app, { ...DEFAULTS, ...kept });
}

/** A secret is sent only to the bucket it was entered for. @throws backup.secret */
function merge(before: StoredBackup, given: Partial<StoredBackup>): StoredBackup {
  const next = { ...before, ...given };
  const isMoved = next.bucket !== before.bucket || next.key_id !== before.key_id;
  if (isMoved && before.secret && given.secret === undefined) throw fail('backup.secret');
  return {
    ...next,
    since: next.open === before.open ? before.since : Date.now(),
    isChosen: before.isChosen || before.open === 'open' || given.open !== undefined,
  };
}

const WHERE = ['place', 'bucket', 'key_id', 'secret'] as const;
/** A wrong place is refused when it is entered, not when the schedule is turned on. */
const isMoved = (before: StoredBackup, after: StoredBackup): boolean =>
  after.place === 'bucket' && WHERE.some((name) => after[name] !== before[name]);

async function tryPlace(app: App, wanted: StoredBackup): Promise<void> {
  if (wanted.place === 'bucket' && !wanted.secret) throw fail('backup.secret');
  try {
    const storage = await openPlace(app, wanted);
    try {
      await storage.check();
    } finally {
      storage.close();
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'backup.address') throw error;
    throw refusalOf(error) ?? fail('backup.place', { reason: String((error as Error).message).slice(0, WORDS) });
  }
}

const present = (app: App, { secret, since: _since, isChosen, ...kept }: StoredBackup): BackupSetting => ({
  ...kept,
  is_reminded: !isChosen,
  has_secret: secret !== '',
  server_place: nameOf(app),
});

const nameOf = ({ backup }: App) => ('folder' in backup ? backup.folder : `s3://${backup.bucket}/${backup.prefix}`);
