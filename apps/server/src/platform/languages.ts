import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readLanguagesWith } from '@atrium/i18n/translate.ts';

const require = createRequire(import.meta.url);

/** Reads each catalog at its first use. `translate` cannot wait, so that this blocks for some milliseconds. */
export function readLanguagesFromDisk(): void {
  readLanguagesWith((lang, parts) => Object.assign({}, ...parts.map((part) => read(`${lang}/${part}.json`))));
}

function read(name: string): Record<string, string> {
  return JSON.parse(readFileSync(require.resolve(`@atrium/i18n/catalogs/${name}`), 'utf8')) as Record<string, string>;
}
