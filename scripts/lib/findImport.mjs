import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './repository.mjs';

const server = pathToFileURL(inRoot('apps/server/')).href;
const { imports } = JSON.parse(readFileSync(inRoot('apps/server/package.json'), 'utf8'));
/** The server's aliases, `#modules/` for one: the folder of their files, and how those end. */
const aliases = Object.entries(imports).map(([name, path]) => {
  const [folder, end] = path.split('*');
  return { name: name.slice(0, -1), folder: new URL(folder, server).href, end };
});

/**
 * The file that an import means, if its text says so: one of the server's aliases, or a path that ends in `.ts` or
 * `.mjs`.
 *
 * @param {string} specifier  what is imported
 * @param {string} from  the URL of the file that imports it
 * @returns {{ url: string, format: string } | undefined}  `format` as Node's hooks name it
 */
export function findImport(specifier, from) {
  if (specifier.startsWith('#')) {
    const alias = from.startsWith(server) && aliases.find(({ name }) => specifier.startsWith(name));
    if (!alias) return undefined;
    return { url: alias.folder + specifier.slice(alias.name.length) + alias.end, format: 'module-typescript' };
  }
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) return undefined;
  if (specifier.endsWith('.ts')) return { url: new URL(specifier, from).href, format: 'module-typescript' };
  return specifier.endsWith('.mjs') ? { url: new URL(specifier, from).href, format: 'module' } : undefined;
}
