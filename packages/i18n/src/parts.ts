import { addTexts, type Language } from './translate.ts';

/**
 * `entry` has the texts before sign-in, `web` those of the frame and of chats, `tasks` those of the dashboard and of
 * boards, `screens` those of all other screens. The server has others of its own, which no browser loads.
 */
const parts = ['entry', 'web', 'tasks', 'screens'] as const;
type Part = (typeof parts)[number];

const loaded = new Set<string>();

/** Loads a language, or parts of it, once: a browser has one language, not nine. */
export async function loadLanguage(lang: Language, wanted: readonly Part[] = parts): Promise<void> {
  const missing = wanted.filter((part) => !loaded.has(`${lang}/${part}`));
  const catalogs = await Promise.all(missing.map((part) => loadPart(lang, part)));
  for (const catalog of catalogs) addTexts(lang, catalog);
  for (const part of missing) loaded.add(`${lang}/${part}`);
}

async function loadPart(lang: Language, part: Part): Promise<Readonly<Record<string, string>>> {
  const module: { default: Readonly<Record<string, string>> } = await import(`./catalogs/${lang}/${part}.json`, {
    with: { type: 'json' },
  });
  return module.default;
}
