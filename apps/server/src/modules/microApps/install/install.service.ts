import type { InputOf } from '@atrium/contract/kit.ts';
import type * as badges from '@atrium/contract/workspace/appBadges.ts';
import type * as catalog from '@atrium/contract/workspace/appCatalog.ts';
import type { CatalogApp } from '@atrium/contract/workspace/appCatalog.ts';
import { appsChanged } from '@atrium/contract/workspace/microApps.ts';
import { endAppTokens } from '#modules/accessTokens/appTokens.service';
import { requireProof } from '#modules/sessions/proof.service';
import type { App } from '#platform/app';
import { newToken, randomCode, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { managedApp, storedAudience } from '../apps.access.ts';
import {
  type AppRow,
  type BundleRow,
  deleteApp,
  findApp,
  findBundle,
  insertApp,
  listApps,
  lockApps,
  updateApp,
} from '../apps.queries.ts';
import { readAudience, readManifest } from '../manifest.ts';
import { describe, presentManaged } from '../present.service.ts';
import { bundledIcon, bundledManifest, listBundled } from './bundledApps.ts';
import { dropBundle } from './stage.service.ts';

const HOUR_MS = 3_600_000;

/** The bundled apps and the installed ones. */
export async function readCatalog(view: View): Promise<{ list: CatalogApp[] }> {
  const [installed, bundled] = await Promise.all([listApps(view.tx), offeredApps()]);
  const offers = new Map(bundled.map((manifest) => [manifest.id, manifest]));
  const managed = installed.map((app) =>
    presentManaged(view, app, app.source === 'bundled' ? (offers.get(app.id)?.version ?? '') : ''),
  );
  const known = new Set(installed.map(({ id }) => id));
  const missing = bundled.filter(({ id }) => !known.has(id));
  const others = await Promise.all(
    missing.map(
      async (manifest): Promise<CatalogApp> => ({
        ...describe(manifest, view.caller.lang),
        icon: await bundledIcon(manifest.id),
        source: 'bundled',
        manifest_url: '',
        version: '',
        offered: manifest.version,
        status: 'not_installed',
        enabled: false,
        visible_to: 'all',
        data_bytes: 0,
        installed_by: null,
        updated_at: null,
      }),
    ),
  );
  return { list: [...managed, ...others] };
}

const OF_FILES = { hasFiles: true, base: null, isPlainAllowed: false } as const;
const offeredApps = async () =>
  Promise.all((await listBundled()).map(async (name) => readManifest(await bundledManifest(name), OF_FILES)));

/** @throws app.stage, app.taken, app.manifest, proof.needed */
export async function installApp(work: Work, input: InputOf<typeof catalog.appInstall>): Promise<CatalogApp> {
  await requireProof(work);
  const { tx, caller, now } = work;
  const bundle = await findBundle(tx, input.stage);
  // An administrator can install only what they were shown, and not long ago.
  const isFresh = bundle && now.getTime() - bundle.created_at.getTime() < HOUR_MS;
  if (!isFresh || bundle.created_by !== caller.userid) throw fail('app.stage');
  await lockApps(tx);
  const before = await findApp(tx, bundle.app_id);
  if (before && (before.source !== bundle.source || before.manifest_url !== bundle.manifest_url)) {
    throw fail('app.taken', { id: bundle.app_id });
  }
  if (before?.key === bundle.key) return await present(work, before);
  const app = before ? await update(work, before, bundle) : await insert(work, bundle, input.visible_to);
  const { manifest } = bundle;
  work.audit({
    action: before ? 'app.updated' : 'app.installed',
    target: { type: 'app', name: app.id },
    detail: {
      version: app.version,
      source: app.source,
      url: app.manifest_url,
      scopes: manifest.permissions.join(', '),
    },
  });
  changed(work, app.id);
  return await present(work, app);
}

const insert = (work: Work, bundle: BundleRow, visibleTo: unknown) =>
  insertApp(work.tx, {
    ...fieldsOf(bundle),
    id: bundle.app_id,
    source: bundle.source,
    manifest_url: bundle.manifest_url,
    visible_to: storedAudience(readAudience(visibleTo, 'all')),
    installed_by: work.caller.userid,
  });

/** Updates an app. Its tokens end, because the version before may have been allowed more. */
async function update(work: Work, before: AppRow, bundle: BundleRow): Promise<AppRow> {
  await endAppTokens(work, before.id);
  return await updateApp(work.tx, before.id, { ...fieldsOf(bundle), updated_at: work.now });
}

const fieldsOf = ({ key, version, manifest }: BundleRow) => ({
  key,
  version,
  name: manifest.name,
  manifest: JSON.stringify(manifest),
  scopes: manifest.permissions,
});

async function present(view: View, app: AppRow): Promise<CatalogApp> {
  const offered = app.source === 'bundled' ? await offeredApps() : [];
  return presentManaged(view, app, offered.find(({ id }) => id === app.id)?.version ?? '');
}

const changed = (work: Work, appid: string) => work.emit(appsChanged, { aud: 'all' }, { appid });

/** @throws app.missing, app.manifest, proof.needed */
export async function editApp(work: Work, input: InputOf<typeof catalog.appEdit>): Promise<CatalogApp> {
  await requireProof(work);
  await lockApps(work.tx);
  const before = await managedApp(work, input.appid);
  const enabled = input.enabled ?? before.enabled;
  const visible_to =
    input.visible_to === undefined ? before.visible_to : storedAudience(readAudience(input.visible_to, 'admin'));
  const app = await updateApp(work.tx, before.id, { enabled, visible_to, updated_at: work.now });
  // Tokens end; people who still see the app get a new one.
  await endAppTokens(work, app.id);
  const changes = {
    ...(enabled !== before.enabled && { enabled: { from: before.enabled, to: enabled } }),
    ...(visible_to.join() !== before.visible_to.join() && { visible_to: { from: before.visible_to, to: visible_to } }),
  };
  if (Object.keys(changes).length > 0) {
    work.audit({ action: 'app.changed', target: { type: 'app', name: app.id }, detail: { changes } });
  }
  changed(work, app.id);
  return await present(work, app);
}

/** @throws app.missing, proof.needed */
export async function removeApp(work: Work, { appid }: InputOf<typeof catalog.appRemove>) {
  await requireProof(work);
  await lockApps(work.tx);
  const app = await managedApp(work, appid);
  await dropApp(work, app);
  work.audit({
    action: 'app.removed',
    target: { type: 'app', name: app.id },
    detail: { version: app.version, entries: app.data_count },
  });
  changed(work, app.id);
  return {};
}

/** Deletes an app with its entries, badges, tokens and files. */
export async function dropApp(work: Work, app: AppRow): Promise<void> {
  await endAppTokens(work, app.id);
  await deleteApp(work.tx, app.id);
  if (app.source !== 'custom') work.afterCommit(() => dropLater(work.app, app.key));
}

function dropLater(app: App, key: string): void {
  dropBundle(app, key).catch((err: unknown) => app.log.warn({ err }, 'files of an app were left to the collector'));
}

/** @throws app.missing, proof.needed */
export async function renewSecret(work: Work, { appid }: InputOf<typeof badges.appSecret>) {
  await requireProof(work);
  const app = await managedApp(work, appid);
  const secret = newToken();
  await updateApp(work.tx, app.id, { secret_hash: tokenHash(secret) });
  work.audit({ action: 'app.secret', target: { type: 'app', name: app.id } });
  return { secret };
}

/** Makes the part of an app's addresses that nobody can guess. */
export const newKey = () => randomCode(18);
