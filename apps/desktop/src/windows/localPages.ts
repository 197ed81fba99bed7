import type { ShellKey, ShellTexts } from '@atrium/i18n/shell.ts';
import { type BrowserWindow, ipcMain, type WebContents } from 'electron';
import { openLocalWindow } from './workspaceWindow.ts';

/** The functions behind a page of the shell: they load its content and answer the person's choice. */
export interface LocalContent {
  load: () => unknown;
  choose: (chosen: unknown) => Promise<unknown>;
}

export const wordsOf = (texts: ShellTexts, keys: readonly ShellKey[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, texts(key)]));

/** The pages of the shell itself. The one that was opened last is answered. */
export function localPages() {
  let current: (LocalContent & { window: BrowserWindow }) | null = null;
  const contentOf = (sender: WebContents) => (current?.window.webContents === sender ? current : null);
  ipcMain.handle('local-load', ({ sender }) => contentOf(sender)?.load() ?? null);
  ipcMain.handle('local-choose', ({ sender }, chosen: unknown) => contentOf(sender)?.choose(chosen) ?? null);
  return {
    open(page: 'start' | 'screens', content: LocalContent, parent?: BrowserWindow): BrowserWindow {
      const window = openLocalWindow(page, parent);
      current = { ...content, window };
      return window;
    },
    /** Destroys the window of the page that was opened last. */
    close: () => current?.window.destroy(),
  };
}
