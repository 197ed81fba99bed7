import type { Language } from '@atrium/i18n/languages.ts';
import { formNameIn, titleIn } from '../definitions/standardTexts.ts';

/** The names of a request in a reader's language; the title is '' if it has none. */
export const requestNamesIn = (
  { title, name }: { title: string; name: string },
  lang: Language,
): { title: string; form: string } => ({ title: title && titleIn(title, name, lang), form: formNameIn(name, lang) });
