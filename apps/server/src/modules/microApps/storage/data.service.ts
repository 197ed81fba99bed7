import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/appData.ts';
import { type AppEntry, appDataChanged, type DataSpace } from '@atrium/contract/workspace/appData.ts';
import { APP_LIMITS } from '@atrium/contract/workspace/microApps.ts';
import { listPeopleWithToken } from '#modules/accessTokens/appTokens.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { callingApp } from '../apps.access.ts';
import {
  addTotals,
  countOfPerson,
  deleteEntry,
  type EntryRow,
  findEntry,
  listEntries,
  lockTotals,
  putEntry,
} from './data.queries.ts';

const present = (row: EntryRow): AppEntry => ({
  key: row.key,
  value: JSON.parse(row.value) as unknown,
  version: row.version,
  userid: row.userid,
  updated_at: wireTime(row.updated_at),
});

/** The id of the user whose entries the caller changes in a space. */
const ownOwner = ({ caller }: Pick<View, 'caller'>, space: DataSpace) => (space === 'workspace' ? 0 : caller.userid);

/** @throws app.only */
export async function readEntry(view: View, { space = 'workspace', key, userid }: InputOf<typeof contract.appDataGet>) {
  // Entries of others can be read in the space where they are published.
  const ownerId = space === 'published' && userid ? userid : ownOwner(view, space);
  const row = await findEntry(view.tx, { appId: callingApp(view), space, ownerId, key });
  return { entry: row ? present(row) : null };
}

/** @throws app.only */
export async function readEntries(
  view: View,
  { space = 'workspace', prefix = '', after = '' }: InputOf<typeof contract.appDataList>,
) {
  const [, owner, key] = /^(\d{1,10}):(.*)$/s.exec(after) ?? [];
  const rows = await listEntries(
    view.tx,
    { appId: callingApp(view), space, prefix, ownerId: space === 'person' ? view.caller.userid : null },
    key === undefined ? null : { key, ownerId: Number(owner) },
    APP_LIMITS.page + 1,
  );
  const page = rows.slice(0, APP_LIMITS.page);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return { list: page.map(present), next: last ? `${last.owner_id}:${last.key}` : '' };
}

/** @throws app.only, app.data_changed, app.data_full, app.data_large, parameter */
export async function writeEntry(
  work: Work,
  { space = 'workspace', key, value, version }: InputOf<typeof contract.appDataSet>,
) {
  const { tx, caller, now } = work;
  const appId = callingApp(work);
  const bytes = Buffer.byteLength(value);
  if (bytes > APP_LIMITS.valueBytes) throw fail('app.data_large', { limit: APP_LIMITS.valueBytes / 1024 });
  if (!isJson(value)) throw fail('parameter', { name: 'value' });
  const place = { appId, space, ownerId: ownOwner(work, space), key };
  const totals = await lockTotals(tx, appId);
  const before = await findEntry(tx, place);
  if (version !== undefined && version !== (before?.version ?? 0)) {
    throw fail('app.data_changed', { version: before?.version ?? 0 });
  }
  const grown = bytes + (before ? -Buffer.byteLength(before.value) : Buffer.byteLength(key));
  const isFull =
    (grown > 0 && Number(totals.data_bytes) + grown > APP_LIMITS.dataBytes) ||
    (!before && totals.data_count >= APP_LIMITS.entries) ||
    (!before && (await countOfPerson(tx, appId, caller.userid)) >= APP_LIMITS.entriesPerPerson);
  if (isFull) throw fail('app.data_full');
  const next = await putEntry(tx, place, { value, userid: caller.userid, at: now });
  await addTotals(tx, appId, before ? 0 : 1, grown);
  await announce(work, appId, space);
  return { version: next };
}

/** @throws app.only */
export async function removeEntry(work: Work, { space = 'workspace', key }: InputOf<typeof contract.appDataDelete>) {
  const appId = callingApp(work);
  await lockTotals(work.tx, appId);
  const gone = await deleteEntry(work.tx, { appId, space, ownerId: ownOwner(work, space), key });
  if (!gone) return { deleted: false };
  await addTotals(work.tx, appId, -1, -Buffer.byteLength(gone.value) - Buffer.byteLength(gone.key));
  await announce(work, appId, space);
  return { deleted: true };
}

/** Tells those who have the app open, not everybody who could open it. */
async function announce(work: Work, appid: string, space: DataSpace): Promise<void> {
  const people = space === 'person' ? [work.caller.userid] : await listPeopleWithToken(work, appid);
  work.emit(appDataChanged, toUsers(...people), { appid, space });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
