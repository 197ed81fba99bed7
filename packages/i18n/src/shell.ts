import { type Language, languageOf } from './languages.ts';
import de from './shells/de.json' with { type: 'json' };
import en from './shells/en.json' with { type: 'json' };
import fr from './shells/fr.json' with { type: 'json' };
import id from './shells/id.json' with { type: 'json' };
import ja from './shells/ja.json' with { type: 'json' };
import ko from './shells/ko.json' with { type: 'json' };
import ru from './shells/ru.json' with { type: 'json' };
import zh from './shells/zh.json' with { type: 'json' };
import chinese from './shells/zh-CHT.json' with { type: 'json' };

export type ShellKey = keyof typeof en;
export type ShellTexts = (key: ShellKey, data?: Record<string, string>) => string;

const CATALOGS: Record<Language, Record<ShellKey, string>> = { en, de, fr, ru, zh, 'zh-CHT': chinese, ja, ko, id };

/** The texts of the shells themselves, in the first supported language of the system. */
export function shellTexts(...locales: readonly string[]): ShellTexts {
  const catalog = CATALOGS[languageOf(...locales)];
  return (key, data = {}) => catalog[key].replace(/\{\{(\w+)\}\}/g, (_, hole: string) => data[hole] ?? '');
}
