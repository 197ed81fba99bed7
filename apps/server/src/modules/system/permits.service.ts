import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import type { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import { SERVER_TIMEZONE } from '#platform/time/time';
import { type Caller, isAdmin, type View } from '#platform/work';
import { interpretingOf } from './interpreter.service.ts';
import { changeSection, logoUrl, settingSection, settingsOf } from './settings.service.ts';
import { findHeadedDepartment, listLargestUsers, listStoredSums } from './system.queries.ts';

/** True if the caller may create projects: the workspace's setting decides; administrators always may. */
export async function mayAddProjects({ app, tx, caller }: Pick<View, 'app' | 'tx' | 'caller'>): Promise<boolean> {
  if (isAdmin(caller)) return true;
  const { project_add_permission: who, project_add_userids: chosen } = await settingsOf(app);
  if (who.includes('all')) return true;
  if (who.includes('appoint') && chosen.includes(caller.userid)) return true;
  return who.includes('departmentOwner') && (await isHead(tx, caller));
}

const isHead = async (tx: View['tx'], { userid }: Caller) =>
  userid > 0 && (await findHeadedDepartment(tx, userid)) !== undefined;

type Packers = Omit<OutputOf<typeof fileSetting>, 'used_total' | 'used_most'>;
const FILES = 'file';
/** Days in the bin, and earlier versions per file with their days; 0 = no limit. */
const KEEPING = { bin_days: 30, versions_most: 100, versions_days: 0 };
const packersOf = (kept: Partial<Packers> | null): Packers => ({
  permission_pack_type: kept?.permission_pack_type ?? 'all',
  permission_pack_userids: kept?.permission_pack_userids ?? [],
  quota_person: kept?.quota_person ?? 0,
  quota_total: kept?.quota_total ?? 0,
  bin_days: kept?.bin_days ?? KEEPING.bin_days,
  versions_most: kept?.versions_most ?? KEEPING.versions_most,
  versions_days: kept?.versions_days ?? KEEPING.versions_days,
});

/** True if the caller may download files as one archive: the workspace's setting decides; administrators always may. */
export async function mayPack({ app, caller }: Pick<View, 'app' | 'caller'>): Promise<boolean> {
  if (isAdmin(caller)) return true;
  const { permission_pack_type: who, permission_pack_userids: named } = packersOf(
    await settingSection<Partial<Packers> | null>(app, FILES, null),
  );
  if (who === 'appointAllow') return named.includes(caller.userid);
  return who === 'all' || (who === 'appointProhibit' && !named.includes(caller.userid));
}

/** The people who may download archives, for administrators; `save` changes the sent fields. */
export async function setPackers(
  { app, caller }: Pick<View, 'app' | 'caller'>,
  { type, ...sent }: InputOf<typeof fileSetting>,
) {
  const [used_total] = await storedBytes(app.db, 0);
  const used = { used_total, used_most: await largestUsers(app) };
  if (type !== 'save') return { ...(await quotasOf(app)), ...used };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const saved = await changeSection<Partial<Packers>>(
    { app, caller },
    FILES,
    (before) => ({ ...before, ...given }),
    packersOf(null),
  );
  return { ...packersOf(saved), ...used };
}

const MOST_SHOWN = 10;
const largestUsers = async ({ db }: View['app']) => {
  const rows = await listLargestUsers(db, MOST_SHOWN);
  return rows.map(({ userid, bytes }) => ({ userid, bytes: Number(bytes) }));
};

const quotasOf = async (app: View['app']) => packersOf(await settingSection<Partial<Packers> | null>(app, FILES, null));

/** The days for which deleted files and earlier versions stay stored. */
export const keepingOf = async (app: View['app']): Promise<typeof KEEPING> => quotasOf(app);

/** Bytes stored by everyone, and by this person. */
async function storedBytes(db: View['tx'], userid: number): Promise<[total: number, own: number]> {
  const rows = await listStoredSums(db, userid);
  const of = (who: number) => Number(rows.find((row) => row.userid === who)?.bytes ?? 0);
  return [of(0), of(userid)];
}

const MB = 1024 * 1024;

/** Bytes that are not counted as stored yet, of everyone and of this person. */
export interface PendingBytes {
  total: number;
  /** Undefined if the bytes do not count for the person. */
  own?: number;
}

/** Deleted files that modules still store. */
export interface Deleted {
  /** Bytes of deleted files stored by a person. */
  bytes: (app: View['app'], userid: number) => Promise<number>;
  /** Permanently deletes the files of a person, or all. */
  free: (app: View['app'], userid?: number) => Promise<void>;
}
export const deletedFiles = new ExtensionPoint<Deleted>();

/**
 * Refuses more bytes than the quotas of the person and the workspace leave. Deleted files are removed first. With `tx`,
 * only the totals of that transaction are compared.
 *
 * @throws quota.person, quota.workspace
 */
export async function requireQuota(
  app: View['app'],
  userid: number,
  coming: PendingBytes,
  tx?: View['tx'],
): Promise<void> {
  const problem = await overQuota(app, userid, coming, tx ?? app.db);
  if (!problem) return;
  if (tx) throw problem;
  const whose = problem.code === 'quota.person' ? userid : undefined;
  for (const { free } of deletedFiles.of(app)) await free(app, whose);
  const still = await overQuota(app, userid, coming, app.db);
  if (still) throw still;
}

async function overQuota(app: View['app'], userid: number, coming: PendingBytes, db: View['tx']) {
  const { quota_person, quota_total } = await quotasOf(app);
  if (quota_person === 0 && quota_total === 0) return undefined;
  const [total, own] = await storedBytes(db, userid);
  if (quota_total > 0 && total + coming.total > quota_total * MB)
    return fail('quota.workspace', { limit: quota_total });
  if (quota_person > 0 && coming.own !== undefined && own + coming.own > quota_person * MB)
    return fail('quota.person', { limit: quota_person });
  return undefined;
}

/** The caller's stored bytes, without deleted files, and their limit; `limit` 0 = none. */
export async function usageOf({ app, tx, caller }: Pick<View, 'app' | 'tx' | 'caller'>) {
  const [, stored] = await storedBytes(tx, caller.userid);
  const deleted = await Promise.all(deletedFiles.of(app).map(({ bytes }) => bytes(app, caller.userid)));
  const used = stored - deleted.reduce((sum, bytes) => sum + bytes, 0);
  return { used, limit: (await quotasOf(app)).quota_person * MB };
}

/** Features that a workspace can turn on and off, added by the modules that own them. */
export const features = new ExtensionPoint<{ name: 'checkin'; isOpen: (app: View['app']) => boolean }>();

/** The workspace's settings that the caller may read; `all` for administrators. */
export async function presentSettings(
  view: Pick<View, 'app' | 'tx' | 'caller'>,
  all: boolean,
): Promise<SettingsAnswer> {
  const { app } = view;
  const {
    reg_invite,
    project_add_userids,
    factor_required_at: _since,
    reg_verify_at: _from,
    office_server,
    ...shown
  } = await settingsOf(app);
  const { interpreter, isAssisted } = await interpretingOf(view);
  return {
    ...shown,
    system_logo: logoUrl(app, shown.system_logo),
    office_server: all ? office_server : '',
    ...(all && { reg_invite, project_add_userids }),
    project_add: (await mayAddProjects(view)) ? 'open' : 'close',
    file_pack: (await mayPack(view)) ? 'open' : 'close',
    voice2text: interpreter.transcribe ? 'open' : 'close',
    meeting: (await settingSection<{ open?: string }>(app, 'meeting', {})).open === 'close' ? 'close' : 'open',
    assistant: isAssisted ? 'open' : 'close',
    translation: interpreter.translate ? 'open' : 'close',
    checkin: features.of(app).some(({ name, isOpen }) => name === 'checkin' && isOpen(app)) ? 'open' : 'close',
    server_timezone: SERVER_TIMEZONE,
    server_version: app.version,
    debug: app.log.isLevelEnabled('debug') ? 'open' : 'close',
  };
}
