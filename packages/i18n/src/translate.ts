import englishEntry from './catalogs/en/entry.json' with { type: 'json' };
import type { en } from './catalogs/en.ts';
import { isLanguage, type Language, languageOf, localeOf } from './languages.ts';

export type { Language };
export { languageOf };

type Catalog = Readonly<Record<string, string>>;
/** Plural forms stand in the catalog with a suffix; callers name the text without it. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base | K : K;
export type MessageKey = WithoutPlural<keyof typeof en>;

/**
 * `entry` is what a page says before anyone has signed in, `web` what all screens say, `server` what the server says
 * and screens word as it does.
 */
const parts = ['entry', 'web', 'server'] as const;
type Part = (typeof parts)[number];

const loadPart = async (lang: Language, part: Part): Promise<Catalog> => {
  const module: { default: Catalog } = await import(`./catalogs/${lang}/${part}.json`, { with: { type: 'json' } });
  return module.default;
};

/** One catalog, loaded when it is needed: a browser carries one language, not nine. */
export async function catalogOf(lang: Language, wanted: readonly Part[] = parts): Promise<Catalog> {
  return Object.assign({}, ...(await Promise.all(wanted.map((part) => loadPart(lang, part)))));
}

const ready = new Map<Language, Catalog>([['en', englishEntry]]);
const plurals = new Map<Language, Intl.PluralRules>();

/** Makes a language ready; the server loads all nine when it starts, a browser its own. */
export async function loadLanguage(lang: Language): Promise<void> {
  ready.set(lang, await catalogOf(lang));
}

/** Makes ready what signing in needs of a language: what a browser shows first waits for nothing else. */
export async function loadEntry(lang: Language): Promise<void> {
  if (ready.has(lang)) return;
  const entry = await catalogOf(lang, ['entry']);
  // The whole of it may have come meanwhile: it is asked for beside this.
  if (!ready.has(lang)) ready.set(lang, entry);
}

/**
 * A text in a language that `loadLanguage` made ready; English where it was not. Plurals by `count`. Holes are filled
 * as they come: texts go into JSON, mails and React, each of which escapes for itself.
 */
export function translate(lang: Language, key: string, data: Record<string, unknown> = {}): string {
  const text = (isLanguage(lang) ? textOf(lang, key, data.count) : undefined) ?? textOf('en', key, data.count) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, hole: string) => String(data[hole] ?? ''));
}

function textOf(lang: Language, key: string, count: unknown): string | undefined {
  const catalog = ready.get(lang);
  const form = typeof count === 'number' ? catalog?.[`${key}_${formOf(lang, count)}`] : undefined;
  return form ?? catalog?.[key];
}

function formOf(lang: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(lang) ?? new Intl.PluralRules(localeOf[lang]);
  plurals.set(lang, rules);
  return rules.select(count);
}
