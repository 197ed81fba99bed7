import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { MANIFEST, type PackedFile } from './zip.ts';

/** Atrium's own apps, each a folder with a manifest. They use nothing that another app could not. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../micro');
/** The source of the published package that the bundled apps import. */
const PACKAGE = path.resolve(import.meta.dirname, '../../../../../../packages/app/src');

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

/** The picture of such an app as a `data:` address: before it is installed, its files have no address. */
export async function bundledIcon(name: string): Promise<string> {
  const picture = await readFile(path.join(FOLDER, name, 'icon.svg')).catch(() => null);
  return picture ? `data:image/svg+xml;base64,${picture.toString('base64')}` : '';
}

/** The files of such an app, as a browser needs them: types are stripped as Node strips those of the server. */
export async function bundledFiles(name: string): Promise<PackedFile[]> {
  const folder = path.join(FOLDER, name);
  const sources = (await readdir(folder)).filter((file) => !file.endsWith('.test.ts'));
  const shared = [path.join(FOLDER, 'dom.ts'), path.join(PACKAGE, 'atrium.ts'), path.join(PACKAGE, 'atrium.css')];
  return Promise.all([...sources.map((file) => path.join(folder, file)), ...shared].map(prepared));
}

async function prepared(file: string): Promise<PackedFile> {
  const name = path.basename(file);
  if (!name.endsWith('.ts')) return packed(name, await readFile(file));
  const script = stripTypeScriptTypes(await readFile(file, 'utf8'));
  // Imports get the names that files have in the app's folder.
  return packed(
    name.replace(/\.ts$/, '.js'),
    Buffer.from(script.replaceAll(/(from ')[^']*?([\w-]+)\.ts'/g, "$1./$2.js'")),
  );
}

const packed = (name: string, bytes: Buffer): PackedFile => ({
  path: name,
  size: bytes.length,
  open: async () => Readable.from([bytes]),
});
