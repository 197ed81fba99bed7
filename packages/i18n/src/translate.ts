import englishEntry from './catalogs/en/entry.json' with { type: 'json' };
import type { en } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf, localeOf } from './languages.ts';

export type { Language };
export { languageOf };

type Catalog = Readonly<Record<string, string>>;
/** Plural forms have a suffix in the catalog; callers use the key without it. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base | K : K;
export type MessageKey = WithoutPlural<keyof typeof en>;

/**
 * `entry` has the texts before sign-in, `web` those of the frame and of chats, which a browser waits for, `screens` those
 * of all other screens, `server` those of the server, which screens share.
 */
const parts = ['entry', 'web', 'screens', 'server'] as const;
type Part = (typeof parts)[number];

const loadPart = async (lang: Language, part: Part): Promise<Catalog> => {
  const module: { default: Catalog } = await import(`./catalogs/${lang}/${part}.json`, { with: { type: 'json' } });
  return module.default;
};

/** One catalog, loaded on demand: a browser has one language, not nine. */
export async function catalogOf(lang: Language, wanted: readonly Part[] = parts): Promise<Catalog> {
  return Object.assign({}, ...(await Promise.all(wanted.map((part) => loadPart(lang, part)))));
}

const ready = new Map<Language, Catalog>([['en', englishEntry]]);
const loaded = new Set<string>();
let readCatalog: ((lang: Language) => Catalog) | undefined;
const plurals = new Map<Language, Intl.PluralRules>();

/** Loads a language, or parts of it, once. */
export async function loadLanguage(lang: Language, wanted: readonly Part[] = parts): Promise<void> {
  const missing = wanted.filter((part) => !loaded.has(`${lang}/${part}`));
  if (missing.length === 0) return;
  const catalog = await catalogOf(lang, missing);
  ready.set(lang, { ...ready.get(lang), ...catalog });
  for (const part of missing) loaded.add(`${lang}/${part}`);
}

/** For a server: reads each language when its first text is needed, because few workspaces use all nine. */
export function readLanguagesWith(read: (lang: Language, parts: readonly string[]) => Catalog): void {
  readCatalog = (lang) => read(lang, parts);
}

/** Loads what signing in needs of a language, so that the first screen waits for nothing else. */
export async function loadEntry(lang: Language): Promise<void> {
  if (!ready.has(lang)) await loadLanguage(lang, ['entry']);
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
  if (readCatalog && !loaded.has(lang)) {
    ready.set(lang, readCatalog(lang));
    loaded.add(lang);
  }
  return ready.get(lang);
}

function formOf(lang: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(lang) ?? new Intl.PluralRules(localeOf[lang]);
  plurals.set(lang, rules);
  return rules.select(count);
}
