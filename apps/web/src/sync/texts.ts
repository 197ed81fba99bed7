import { loadLanguage } from '@atrium/i18n/parts.ts';
import { language } from './language.ts';

/** Loads texts once, in parallel to the screen that shows them. After a network failure the next screen retries. */
function loadOnce(load: () => Promise<void>): () => Promise<void> {
  let texts: Promise<void> | undefined;
  return () => {
    texts ??= load().catch((error: unknown) => {
      texts = undefined;
      throw error;
    });
    return texts;
  };
}

/** Loads what the frame and chats show. */
export const loadTexts = loadOnce(() => loadLanguage(language, ['web']));

/** Loads what the dashboard and boards show. */
export const loadTaskTexts = loadOnce(() => loadLanguage(language, ['web', 'tasks']));

/** Loads the texts of every screen: five times as many. */
export const loadAllTexts = loadOnce(() => loadLanguage(language, ['web', 'tasks', 'screens']));
