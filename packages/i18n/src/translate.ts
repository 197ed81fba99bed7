import englishEntry from './catalogs/en/entry.json' with { type: 'json' };
import type { enWeb } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf, localeOf } from './languages.ts';

export type { Language };
export { languageOf };

type Catalog = Readonly<Record<string, string>>;
/** Plural forms have a suffix in the catalog; callers use the key without it. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base | K : K;
/** The key of a text on screen. */
export type MessageKey = WithoutPlural<keyof typeof enWeb>;

const ready = new Map<Language, Catalog>([['en', englishEntry]]);
let readCatalog: ((lang: Language) => Catalog) | undefined;
const read = new Set<Language>();
const plurals = new Map<Language, Intl.PluralRules>();

/** Makes texts of a language known, in addition to others. */
export function addTexts(lang: Language, catalog: Catalog): void {
  ready.set(lang, { ...ready.get(lang), ...catalog });
}

/** For a server: reads each language when its first text is needed, because few workspaces use all nine. */
export function readLanguagesWith(readAll: (lang: Language) => Catalog): void {
  readCatalog = readAll;
}

/** Loads what signing in needs of a language, so that the first screen waits for nothing else. */
export async function loadEntry(lang: Language): Promise<void> {
  if (ready.has(lang)) return;
  const { default: catalog } = await import(`./catalogs/${lang}/entry.json`, { with: { type: 'json' } });
  addTexts(lang, catalog);
}

/**
 * A text in a loaded language; in English otherwise. Plurals by `count`. Placeholders are not escaped: texts go into
 * JSON, mails and React, each of which escapes itself.
 */
export function translate(lang: Language, key: string, data: Record<string, unknown> = {}): string {
  const text = (isLanguage(lang) ? textOf(lang, key, data.count) : undefined) ?? textOf('en', key, data.count) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, hole: string) => String(data[hole] ?? ''));
}

function textOf(lang: Language, key: string, count: unknown): string | undefined {
  const catalog = loadedCatalog(lang);
  const form = typeof count === 'number' ? catalog?.[`${key}_${formOf(lang, count)}`] : undefined;
  return form ?? catalog?.[key];
}

function loadedCatalog(lang: Language): Catalog | undefined {
  if (readCatalog && !read.has(lang)) {
    addTexts(lang, readCatalog(lang));
    read.add(lang);
  }
  return ready.get(lang);
}

function formOf(lang: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(lang) ?? new Intl.PluralRules(localeOf[lang]);
  plurals.set(lang, rules);
  return rules.select(count);
}
