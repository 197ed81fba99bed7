import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/appCatalog.ts';
import type { StagedApp } from '@atrium/contract/workspace/appCatalog.ts';
import { APP_LIMITS } from '@atrium/contract/workspace/microApps.ts';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { fail } from '#platform/fail';
import { makeFolder } from '#platform/files/durableFile';
import type { Direct } from '#platform/http/route';
import { deleteBundle, findApp, insertBundle, insertFile, listUnusedBundles, measureBundle } from '../apps.queries.ts';
import { fileOf, type Manifest, originsOf, readManifest } from '../manifest.ts';
import { describe, hasFiles } from '../present.service.ts';
import { bundledFiles, bundledManifest, listBundled } from './bundledApps.ts';
import { fetchBytes, fetchFile } from './fetch.ts';
import { typeOf } from './types.ts';
import { bytesOf, MANIFEST, type PackedFile, withZip } from './zip.ts';

const STAGES_PER_WINDOW = 20;
const WINDOW_MS = 60_000;
const MANIFEST_MS = 15_000;
const ZIP_MS = 60_000;
const DAY_MS = 86_400_000;
const OF_FILES = { hasFiles: true, base: null, isPlainAllowed: false } as const;

type Source = StagedApp['source'];

/** @throws app.missing, rate.limited, parameter.missing, and the errors of checking */
export async function stageApp(
  direct: Direct,
  { bundled, url }: InputOf<typeof contract.appStage>,
): Promise<StagedApp> {
  limit(direct);
  if (bundled) {
    if (!(await listBundled()).includes(bundled)) throw fail('app.missing');
    const manifest = readManifest(await bundledManifest(bundled), OF_FILES);
    return await stage(direct, manifest, 'bundled', await bundledFiles(bundled));
  }
  if (!url) throw fail('parameter.missing', { name: 'url' });
  return await stageUrl(direct, url);
}

/** @throws rate.limited, and the errors of checking */
export async function stageZip(direct: Direct, { file }: InputOf<typeof contract.appUpload>): Promise<StagedApp> {
  limit(direct);
  return await withZip(file.path, (files) => stageFiles(direct, files));
}

function limit({ app, caller }: Direct): void {
  if (!app.limiter.take(`apps:${caller.userid}`, STAGES_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
}

async function stageUrl(direct: Direct, url: string): Promise<StagedApp> {
  if (!URL.canParse(url)) throw fail('app.address');
  const limits = { maxBytes: APP_LIMITS.manifestBytes, timeoutMs: MANIFEST_MS };
  const value = parsed(await fetchBytes(direct.app, url, limits));
  // An app with files of its own has them in a zip. Without one, its pages are at the manifest's address.
  const bundle = (value as { bundle?: unknown } | null)?.bundle;
  if (typeof bundle !== 'string' || bundle === '') {
    const manifest = readManifest(value, { hasFiles: false, base: url, isPlainAllowed: false });
    return await stage(direct, manifest, 'url', [], url);
  }
  if (!URL.canParse(bundle, url)) throw fail('app.manifest', { field: 'bundle' });
  return await withFetched(direct.app, new URL(bundle, url).href, (local) =>
    withZip(local, async (files) => {
      const manifest = readManifest({ ...(value as object), bundle: undefined }, OF_FILES);
      return await stage(direct, manifest, 'url', files, url);
    }),
  );
}

async function withFetched<T>(app: App, url: string, run: (local: string) => Promise<T>): Promise<T> {
  await makeFolder(app.uploadDir);
  const local = path.join(app.uploadDir, `.app-${randomUUID()}`);
  try {
    await fetchFile(app, url, local, { maxBytes: APP_LIMITS.zipBytes, timeoutMs: ZIP_MS });
    return await run(local);
  } finally {
    await rm(local, { force: true });
  }
}

async function stageFiles(direct: Direct, files: PackedFile[]): Promise<StagedApp> {
  const found = files.find((each) => each.path === MANIFEST);
  if (!found) throw fail('app.zip_manifest');
  const manifest = readManifest(parsed(await bytesOf(found, APP_LIMITS.manifestBytes)), OF_FILES);
  return await stage(direct, manifest, 'zip', files);
}

/** @throws app.manifest_json */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    throw fail('app.manifest_json');
  }
}

/** Stores a checked app, so that exactly what an administrator was shown can be installed. */
async function stage(
  direct: Direct,
  manifest: Manifest,
  source: Exclude<Source, 'custom'>,
  files: PackedFile[],
  manifestUrl = '',
): Promise<StagedApp> {
  const { app, tx, caller } = direct;
  const before = await findApp(tx, manifest.id);
  // The ids of apps that come with Atrium are reserved.
  if (source !== 'bundled' && (await listBundled()).includes(manifest.id)) throw fail('app.taken', { id: manifest.id });
  // An app from another source with the same id would get the first one's data.
  if (before && (before.source !== source || before.manifest_url !== manifestUrl)) {
    throw fail('app.taken', { id: manifest.id });
  }
  const known = new Set(files.map((file) => file.path));
  for (const item of manifest.menu_items) {
    const file = hasFiles(item) ? (fileOf(item.url) ?? '') : undefined;
    if (file !== undefined && !known.has(file)) throw fail('app.file_missing', { file: file || item.url });
  }
  const key = randomCode(18);
  await insertBundle(tx, {
    key,
    app_id: manifest.id,
    version: manifest.version,
    source,
    manifest: JSON.stringify(manifest),
    manifest_url: manifestUrl,
    created_by: caller.userid,
  });
  try {
    for (const [index, file] of files.entries()) {
      const place = `${folderOf(key)}${index}`;
      const { size, hash } = await app.storage.put(place, await file.open());
      await insertFile(tx, { bundle_key: key, path: file.path, place, type: typeOf(file.path), size, hash });
    }
  } catch (error) {
    await dropBundle(app, key);
    throw error;
  }
  const { files: count, size } = await measureBundle(tx, key);
  return {
    ...describe(manifest, caller.lang),
    stage: key,
    version: manifest.version,
    replaces: before?.version ?? '',
    source,
    added: manifest.permissions.filter((scope) => !before?.scopes.includes(scope)),
    origins: originsOf(manifest),
    files: count,
    size,
  };
}

const folderOf = (key: string) => `apps/${key}/`;

/** Deletes the files of an app; those that no row names are found by their folder. */
export async function dropBundle(app: App, key: string): Promise<void> {
  for await (const { key: place } of app.storage.list(folderOf(key))) await app.storage.delete(place);
  await deleteBundle(app.db, key);
}

/** Deletes what was checked and not installed, and the files of earlier versions. */
export async function deleteUnusedBundles(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - DAY_MS);
  for (const { key } of await listUnusedBundles(app.db, before)) await dropBundle(app, key);
}
