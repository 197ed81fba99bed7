import { join } from 'node:path';
import type { ShellTexts } from '@atrium/i18n/shell.ts';
import { app, BrowserWindow, Menu, screen, shell } from 'electron';
import { featuresHere, PROTOCOL_VERSION } from '../bridge/desktopBridge.ts';
import { boundsOn, sizeOf, wayOf } from '../navigation.ts';

interface WindowOptions {
  server: string;
  place: string;
  /** The stored place of the main window; others are placed by the system. */
  bounds?: { x: number; y: number; width: number; height: number } | undefined;
  isMain: boolean;
  texts: ShellTexts;
  /** A page asks for a window of the workspace. */
  onWindow: (place: string) => void;
}

const here = import.meta.dirname;
export const localPage = (name: string): string => join(here, `${name}.html`);
export const preloadOf = (name: string): string => join(here, `${name}.cjs`);

/** No page gets Node, the shell's own code or another page's memory. */
const SECURE = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: true,
} as const;

/** A window that shows the web client of a server, and no other site. */
export function openWorkspaceWindow({ server, place, bounds, isMain, texts, onWindow }: WindowOptions): BrowserWindow {
  const port = { version: PROTOCOL_VERSION, kind: 'desktop', features: featuresHere(process.platform) };
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...(isMain ? boundsOn(bounds, areas) : sizeOf(place)),
    minWidth: 380,
    minHeight: 400,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      ...SECURE,
      preload: preloadOf('preload'),
      additionalArguments: [`--atrium-port=${encodeURIComponent(JSON.stringify(port))}`],
    },
  });
  window.once('ready-to-show', () => window.show());
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    const way = wayOf(url, server, true);
    if (way === 'window') onWindow(placeIn(url));
    else if (way === 'download') webContents.downloadURL(url);
    else if (way === 'outside') void shell.openExternal(url);
    return { action: 'deny' };
  });
  const stay = (event: { preventDefault(): void }, url: string) => {
    const way = wayOf(url, server, false);
    if (way === 'here') return;
    event.preventDefault();
    if (way === 'download') webContents.downloadURL(url);
    if (way === 'outside') void shell.openExternal(url);
  };
  webContents.on('will-navigate', (event) => stay(event, event.url));
  // A server that redirects elsewhere, for example to a sign-in page of its own: that opens in the browser.
  webContents.on('will-redirect', (event) => event.isMainFrame && stay(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.on(
    'context-menu',
    (_event, { misspelledWord, dictionarySuggestions, isEditable, selectionText, editFlags }) => {
      const suggestions = dictionarySuggestions.map((label) => ({
        label,
        click: () => webContents.replaceMisspelling(label),
      }));
      const add = {
        label: texts('shell.add_word'),
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      };
      if (!isEditable && !selectionText) return;
      Menu.buildFromTemplate([
        ...(misspelledWord ? [...suggestions, add, { type: 'separator' as const }] : []),
        ...(isEditable ? [{ role: 'cut' as const, enabled: editFlags.canCut }] : []),
        { role: 'copy', enabled: editFlags.canCopy },
        ...(isEditable ? [{ role: 'paste' as const, enabled: editFlags.canPaste }] : []),
        { role: 'selectAll' },
      ]).popup({ window });
    },
  );
  void window.loadURL(`${server}/#${place}`).catch(() => undefined);
  return window;
}

/** The screen of an own address: in the hash, or as a path. */
export function placeIn(url: string): string {
  const { hash, pathname, search } = new URL(url);
  return hash.startsWith('#/') ? hash.slice(1) : pathname + search;
}

/** A small window with a page of the shell itself. */
export function openLocalWindow(page: 'start' | 'screens', parent?: BrowserWindow): BrowserWindow {
  const window = new BrowserWindow({
    ...{ width: 520, height: 640, autoHideMenuBar: true, show: false },
    ...(parent && { parent, modal: true }),
    webPreferences: { ...SECURE, preload: preloadOf('local.preload') },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event) => event.preventDefault());
  void window.loadFile(localPage(page)).catch(() => app.quit());
  return window;
}
