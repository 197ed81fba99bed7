import type { ShellKey, ShellTexts } from '@atrium/i18n/shell.ts';
import type { BrowserWindow } from 'electron';
import type { ScreensContent } from '../pages/local.ts';
import { type localPages, wordsOf } from './localPages.ts';
import type { Source } from './requests.ts';

const KEYS = ['shell.pick_screen', 'shell.cancel'] satisfies ShellKey[];

interface PickerOptions {
  pages: ReturnType<typeof localPages>;
  texts: ShellTexts;
  parent: BrowserWindow | undefined;
}

/** Asks which screen or window a meeting shows. @returns its id; '' = none */
export function pickScreen(sources: Source[], { pages, texts, parent }: PickerOptions): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const load = (): ScreensContent => ({ texts: wordsOf(texts, KEYS), sources });
  const choose = async (chosen: unknown) => {
    resolve(String(chosen));
    window.close();
  };
  const window = pages.open('screens', { load, choose }, parent);
  window.on('closed', () => resolve(''));
  return promise;
}
