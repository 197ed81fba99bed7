import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/applications.ts';
import { MOST_APPLICATIONS } from '@atrium/contract/people/applications.ts';
import { changeSection } from '#modules/system/settings.service';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { APPLICATION_SECTION, type ApplicationSetting, isRegistrationOpen } from './clients.service.ts';
import { deleteClient, listClients, listGrants } from './oauth.queries.ts';
import { endGrant } from './tokens.service.ts';

export async function listOwnApplications({ tx, caller }: View) {
  const rows = await listGrants(tx, caller.userid, MOST_APPLICATIONS);
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.redirect_host,
    scopes: row.scopes,
    is_for_tools: row.resource === 'mcp',
    used_at: row.used_at && wireTime(row.used_at),
    used_ip: row.used_ip,
    created_at: wireTime(row.created_at),
  }));
  return { list };
}

/** @throws application.gone */
export async function revokeApplication(work: Work, { id }: InputOf<typeof contract.applicationRevoke>) {
  if (!(await endGrant(work, id, 'person'))) throw fail('application.gone');
  return {};
}

export async function listRegistered(
  view: View,
  { page = 1, pagesize: size = 50 }: InputOf<typeof contract.applicationRegistered>,
) {
  const found = await listClients(view.tx, size, (page - 1) * size);
  const rows = found.map((row) => ({
    client_id: row.id,
    name: row.name,
    uri: row.uri,
    redirect_uris: row.redirect_uris,
    people: row.people,
    created_ip: row.created_ip,
    created_at: wireTime(row.created_at),
    used_at: row.used_at && wireTime(row.used_at),
  }));
  return pageOf(view, 'system/application/list', { rows, total: found[0]?.total ?? 0, page, size });
}

/** @throws application.gone */
export async function removeApplication(work: Work, { client_id }: InputOf<typeof contract.applicationRemove>) {
  const removed = await deleteClient(work.tx, client_id);
  if (!removed) throw fail('application.gone');
  work.audit({
    action: 'application.removed',
    target: { type: 'token', name: removed.row.name },
    detail: { redirects: removed.row.redirect_uris.join(', '), people: removed.userids.length },
  });
  for (const userid of removed.userids) work.tellNodes('session', { userid, ended: false });
  return {};
}

export async function setRegistration(
  { app, caller }: View,
  { type, registration }: InputOf<typeof contract.applicationSetting>,
) {
  if (type === 'save' && registration) {
    await changeSection<ApplicationSetting>({ app, caller }, APPLICATION_SECTION, () => ({ registration }), {
      registration: 'open',
    });
  }
  return { registration: (await isRegistrationOpen(app)) ? 'open' : 'close' };
}
