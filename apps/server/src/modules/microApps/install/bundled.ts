import { readdir, readFile, stat } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { MANIFEST, type PackedFile } from './zip.ts';

/** Atrium's own apps, each a folder with a manifest. They use nothing that another app could not. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../micro');
/** What they import as `@atrium/app`. */
const PACKAGE = path.resolve(import.meta.dirname, '../../../../../../packages/app/src/atrium.ts');

/** The names of the apps that can be installed with one click. */
export async function listBundled(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

export const bundledManifest = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(FOLDER, name, MANIFEST), 'utf8'));

/** The files of such an app, as a browser needs them: types are stripped as Node strips those of the server. */
export async function bundledFiles(name: string): Promise<PackedFile[]> {
  const folder = path.join(FOLDER, name);
  const sources = (await readdir(folder)).filter((file) => !file.endsWith('.test.ts') && file !== 'README.md');
  const files = await Promise.all(sources.map((file) => prepared(path.join(folder, file), file)));
  return [...files.filter((each) => each !== null), packed('atrium.js', script(await readFile(PACKAGE, 'utf8')))];
}

async function prepared(file: string, name: string): Promise<PackedFile | null> {
  if (!(await stat(file)).isFile()) return null;
  if (!name.endsWith('.ts')) return packed(name, await readFile(file));
  return packed(name.replace(/\.ts$/, '.js'), script(await readFile(file, 'utf8')));
}

const script = (source: string): Buffer =>
  Buffer.from(
    stripTypeScriptTypes(source)
      .replaceAll(/(from\s+')@atrium\/app(')/g, '$1./atrium.js$2')
      .replaceAll(/(from\s+'\.\/[\w.-]+)\.ts(')/g, '$1.js$2'),
  );

const packed = (name: string, bytes: Buffer): PackedFile => ({
  path: name,
  size: bytes.length,
  open: async () => Readable.from([bytes]),
});
