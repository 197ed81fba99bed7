import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/microApps.ts';
import { APP_LIMITS, appsChanged, type MicroApp } from '@atrium/contract/workspace/microApps.ts';
import { endAppTokens } from '#modules/accessTokens/appTokens.service';
import { requireProof } from '#modules/sessions/proof.service';
import { settingChanges } from '#platform/audit';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { isAdmin, performWork, type View, type Work } from '#platform/work';
import { storedAudience, visibleItems } from './apps.access.ts';
import { type AppRow, insertApp, listApps, lockApps, updateApp } from './apps.queries.ts';
import { badgesOf } from './badges.service.ts';
import { dropApp, newKey } from './install/install.service.ts';
import { type Manifest, readAudience, readManifest } from './manifest.ts';
import { presentApp, presentWhole } from './present.service.ts';

/** The apps that the caller sees, with their badges. */
export async function listVisible(view: View, source?: 'custom'): Promise<MicroApp[]> {
  const [apps, badges] = await Promise.all([listApps(view.tx), badgesOf(view)]);
  return apps
    .filter((app) => source === undefined || app.source === source)
    .map((app) => ({ app, items: visibleItems(app, view.caller) }))
    .filter(({ items }) => items.length > 0)
    .map(({ app, items }) => presentApp(view, app, items, badges));
}

/** Lists or changes the workspace's own apps. @throws forbidden, proof.needed, app.manifest, app.taken, app.many */
export async function customApps(direct: Direct, { type, list }: InputOf<typeof contract.microAppMenu>) {
  if (type !== 'all' && type !== 'save') return listVisible(direct, 'custom');
  if (!isAdmin(direct.caller)) throw fail('forbidden');
  if (type === 'save') await performWork(direct.app, direct.caller, (work) => saveCustom(work, list ?? []));
  const apps = await listApps(direct.tx);
  return apps.filter(({ source }) => source === 'custom').map((app) => presentWhole(direct, app));
}

interface Custom {
  manifest: Manifest;
  visible_to: string[];
}

/** Replaces all of them: those that are left out are deleted with their data. */
async function saveCustom(work: Work, list: readonly unknown[]): Promise<void> {
  await requireProof(work);
  const wanted = list.map(readCustom);
  if (wanted.length > APP_LIMITS.customApps) throw fail('app.many', { limit: APP_LIMITS.customApps });
  await lockApps(work.tx);
  const known = new Map((await listApps(work.tx)).map((app) => [app.id, app]));
  const ids = new Set<string>();
  for (const [position, custom] of wanted.entries()) {
    const { id } = custom.manifest;
    const before = known.get(id);
    if (ids.has(id) || (before && before.source !== 'custom')) throw fail('app.taken', { id });
    ids.add(id);
    await save(work, custom, position, before);
  }
  const dropped = [...known.values()].filter(({ id, source }) => source === 'custom' && !ids.has(id));
  for (const app of dropped) await dropApp(work, app);
  audit(work, [...known.values()], wanted);
  work.emit(appsChanged, { aud: 'all' }, { appid: '' });
}

async function save(work: Work, { manifest, visible_to }: Custom, position: number, before?: AppRow): Promise<void> {
  const fields = {
    name: manifest.name,
    version: manifest.version,
    manifest: JSON.stringify(manifest),
    scopes: manifest.permissions,
    visible_to,
    position,
    updated_at: work.now,
  };
  if (!before) {
    const { userid } = work.caller;
    await insertApp(work.tx, { ...fields, id: manifest.id, source: 'custom', key: newKey(), installed_by: userid });
    return;
  }
  await updateApp(work.tx, before.id, fields);
  // Tokens end, because they may have been allowed more.
  await endAppTokens(work, before.id);
}

function audit(work: Work, before: readonly AppRow[], wanted: readonly Custom[]): void {
  const old = before.filter(({ source }) => source === 'custom');
  const changes = settingChanges(
    Object.fromEntries(old.map(({ id, manifest, visible_to }) => [id, summary(manifest, visible_to)])),
    Object.fromEntries(wanted.map(({ manifest, visible_to }) => [manifest.id, summary(manifest, visible_to)])),
  );
  if (Object.keys(changes).length === 0) return;
  work.audit({ action: 'setting.changed', target: { type: 'setting', name: 'microapp_menu' }, detail: { changes } });
}

const summary = ({ name, permissions, menu_items }: Manifest, visible_to: readonly string[]) => ({
  name,
  visible_to: visible_to.join(),
  permissions: permissions.join(),
  urls: menu_items.map(({ url }) => url).join(' '),
});

/** @throws app.manifest */
function readCustom(value: unknown): Custom {
  const manifest = readManifest(value, { hasFiles: false, base: null, isPlainAllowed: true });
  if (manifest.bundle) throw fail('app.manifest', { field: 'bundle' });
  const { visible_to } = value as { visible_to?: unknown };
  // If only menu entries name an audience, the app itself is open to everyone; without any, only administrators see it.
  const isSaid = manifest.menu_items.some((item) => item.visible_to !== 'all') || isForAll(value);
  return { manifest, visible_to: storedAudience(readAudience(visible_to, isSaid ? 'all' : 'admin')) };
}

/** True if a menu entry states that everyone sees it. */
function isForAll(value: unknown): boolean {
  const { menu_items, menu } = value as { menu_items?: unknown; menu?: unknown };
  const items = [menu_items ?? menu].flat() as ({ visible_to?: unknown } | undefined)[];
  return items.some((item) => item?.visible_to === 'all');
}
