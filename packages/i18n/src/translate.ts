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

/**
 * `entry` has the texts before sign-in, `web` those of the frame and of chats, `tasks` those of the dashboard and of
 * boards, `screens` those of all other screens. The server has others of its own, which no browser loads.
 */
const parts = ['entry', 'web', 'tasks', 'screens'] as const;
type Part = (typeof parts)[number];

const loadPart = async (lang: Language, part: Part): Promise<Catalog> => {
  const module: { default: Catalog } = await import(`./catalogs/${lang}/${part}.json`, { with: { type: 'json' } });
  return module.default;
};

const ready = new Map<Language, Catalog>([['en', englishEntry]]);
const loaded = new Set<string>();
let readCatalog: ((lang: Language) => Catalog) | undefined;
const plurals = new Map<Language, Intl.PluralRules>();

/** Loads a language, or parts of it, once: a browser has one language, not nine. */
export async function loadLanguage(lang: Language, wanted: readonly Part[] = parts): Promise<void> {
  const missing = wanted.filter((part) => !loaded.has(`${lang}/${part}`));
  if (missing.length === 0) return;
  const catalogs = await Promise.all(missing.map((part) => loadPart(lang, part)));
  ready.set(lang, Object.assign({}, ready.get(lang), ...catalogs));
  for (const part of missing) loaded.add(`${lang}/${part}`);
}

/** For a server: reads each language when its first text is needed, because few workspaces use all nine. */
export function readLanguagesWith(read: (lang: Language) => Catalog): void {
  readCatalog = read;
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
