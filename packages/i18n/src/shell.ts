import de from './catalogs/de/shell.json' with { type: 'json' };
import en from './catalogs/en/shell.json' with { type: 'json' };
import fr from './catalogs/fr/shell.json' with { type: 'json' };
import id from './catalogs/id/shell.json' with { type: 'json' };
import ja from './catalogs/ja/shell.json' with { type: 'json' };
import ko from './catalogs/ko/shell.json' with { type: 'json' };
import ru from './catalogs/ru/shell.json' with { type: 'json' };
import zh from './catalogs/zh/shell.json' with { type: 'json' };
import chinese from './catalogs/zh-CHT/shell.json' with { type: 'json' };
import { type Language, languageOf } from './languages.ts';

export type ShellKey = keyof typeof en;
export type ShellTexts = (key: ShellKey, data?: Record<string, string>) => string;

const CATALOGS: Record<Language, Record<ShellKey, string>> = { en, de, fr, ru, zh, 'zh-CHT': chinese, ja, ko, id };

/** The texts of the shells themselves, in the first supported language of the system. */
export function shellTexts(...locales: readonly string[]): ShellTexts {
  const catalog = CATALOGS[languageOf(...locales)];
  return (key, data = {}) => catalog[key].replace(/\{\{(\w+)\}\}/g, (_, hole: string) => data[hole] ?? '');
}
