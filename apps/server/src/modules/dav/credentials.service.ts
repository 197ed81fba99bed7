import type * as contract from '@atrium/contract/files/dav.ts';
import { DAV_PATH, type DavCredential } from '@atrium/contract/files/dav.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import {
  addDavToken,
  endDavToken,
  endDavTokensOf,
  listDavTokens,
  listPeopleWithDav,
} from '#modules/accessTokens/davTokens.service';
import { requireProof } from '#modules/sessions/proof.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { davSettingsOf } from './settings.service.ts';

const DAY_MS = 86_400_000;
/** The days that are proposed for a new password, unless the workspace allows less. */
const USUAL_DAYS = 90;

type Row = Awaited<ReturnType<typeof listDavTokens>>[number];
const present = (row: Row): DavCredential => ({
  id: row.id,
  name: row.name,
  public_id: row.dav_id ?? '',
  expired_at: row.expired_at && wireTime(row.expired_at),
  used_at: row.used_at && wireTime(row.used_at),
  used_ip: row.used_ip,
  created_at: wireTime(row.created_at),
});

export const statusOf = async ({ app }: View): Promise<OutputOf<typeof contract.davStatus>> => ({
  ...(await davSettingsOf(app)),
  url: `${app.publicUrl}${DAV_PATH}`,
});

export const listCredentials = async (view: View) => ({ list: (await listDavTokens(view)).map(present) });

/** @throws forbidden, proof.needed, dav.closed, dav.days, dav.many */
export async function addCredential(work: Work, { name, expire_days }: InputOf<typeof contract.davCreate>) {
  const { app, caller, now } = work;
  // A bot has a token of its own.
  if (caller.isBot) throw fail('forbidden');
  await requireProof(work);
  const { open, credentials, days: most } = await davSettingsOf(app);
  if (open !== 'open') throw fail('dav.closed');
  const days = expire_days ?? Math.min(USUAL_DAYS, most);
  if (days > most) throw fail('dav.days', { limit: most });
  const expiredAt = new Date(now.getTime() + days * DAY_MS);
  const { row, password } = await addDavToken(work, { name, expiredAt, most: credentials });
  return { ...present(row), password };
}

export async function revokeCredential(work: Work, { id }: InputOf<typeof contract.davRevoke>) {
  await endDavToken(work, id, false);
  return {};
}

export async function deleteCredential(work: Work, { id }: InputOf<typeof contract.davDelete>) {
  await endDavToken(work, id, true);
  return {};
}

const PAGE = 100;

/** Lists the people who use WebDAV, for administrators. */
export async function listUsersOfDav(view: View, { before_id }: InputOf<typeof contract.davAdminStatus>) {
  const rows = await listPeopleWithDav(view, before_id, PAGE + 1);
  const list = rows.slice(0, PAGE).map((row) => ({ ...row, used_at: row.used_at && wireTime(row.used_at) }));
  return { list, has_more: rows.length > PAGE };
}

export async function revokeOfUser(work: Work, { userid }: InputOf<typeof contract.davUserRevoke>) {
  await requireProof(work);
  return { count: await endDavTokensOf(work, userid) };
}
