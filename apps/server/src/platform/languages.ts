import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readLanguagesWith } from '@atrium/i18n/translate.ts';

const TEXTS = path.dirname(createRequire(import.meta.url).resolve('@atrium/i18n/translate.ts'));

/** Reads each language at its first use. `translate` cannot wait, so that this blocks for some milliseconds. */
export function readLanguagesFromDisk(): void {
  readLanguagesWith((lang) => {
    const catalogs = path.join(TEXTS, 'catalogs', lang);
    const files = readdirSync(catalogs).map((name) => path.join(catalogs, name));
    return Object.assign({}, ...[...files, path.join(TEXTS, 'server', `${lang}.json`)].map(read));
  });
}

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
