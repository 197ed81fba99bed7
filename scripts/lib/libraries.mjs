import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './repository.mjs';

/**
 * The libraries that consist of hundreds of small files (940 of the 2,500 that the server loads): their entry files by
 * specifier.
 */
export const ENTRIES = {
  kysely: 'kysely/dist/index.js',
  typebox: 'typebox/build/index.mjs',
  'typebox/compile': 'typebox/build/compile/index.mjs',
};

/** Named for the versions, so that bundles of others are never loaded. */
export function bundleFolder() {
  const names = ['kysely', 'typebox'].map((name) => {
    const { version } = JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8'));
    return `${name}-${version}`;
  });
  return inRoot('node_modules', '.cache', 'libraries', names.join('_'));
}

/** The file name of a bundle. */
export const bundleName = (specifier) => `${specifier.replace('/', '-')}.mjs`;

/** @returns {Map<string, string>}  the URLs of the bundles by specifier; empty if there are none */
export function findBundles() {
  const folder = bundleFolder();
  if (!existsSync(folder)) return new Map();
  return new Map(
    Object.keys(ENTRIES).map((specifier) => [specifier, pathToFileURL(join(folder, bundleName(specifier))).href]),
  );
}
