import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const IMPORTS = pathToFileURL(path.join(ROOT, 'scripts/lib/directImports.mjs')).href;

/** The arguments with which `npm start` and the commands run a TypeScript file in Node. */
export const programArgs = (file: string): string[] => ['--import', IMPORTS, file];

/** The folder where they cache compiled code. */
export const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/node');
