import { READY_MS } from '@atrium/contract/shell/bridge.ts';
import { awaitReady } from '@atrium/contract/shell/ready.ts';
import type { ShellKey, ShellTexts } from '@atrium/i18n/shell.ts';
import type { BrowserWindow } from 'electron';
import { type BridgeContext, makeBridge, sendEvent } from '../bridge/desktopBridge.ts';
import { windowKey } from '../navigation.ts';
import type { Store } from '../store.ts';
import { openWorkspaceWindow } from './workspaceWindow.ts';

interface WindowsOptions {
  store: Store;
  texts: ShellTexts;
  /** The parts of the application that pages use; read once a window opens. */
  around: () => BridgeContext;
  isQuitting: () => boolean;
  /** The main window could not show the server. */
  onFail: (problem: ShellKey) => void;
}

/** The windows of the current server: the main one, and those of single screens. */
export function workspaceWindows({ store, texts, around, isQuitting, onFail }: WindowsOptions) {
  const windows = new Map<string, BrowserWindow>();
  let main: BrowserWindow | null = null;

  /** Opens a screen in its own window, or brings that one to the front. */
  function openWindow(place: string): void {
    const known = windows.get(windowKey(place));
    if (known && !known.isDestroyed()) return known.focus();
    const window = show(place, false);
    windows.set(windowKey(place), window);
    window.on('closed', () => windows.delete(windowKey(place)));
  }

  function show(place: string, isMain: boolean): BrowserWindow {
    const own = store.now.servers.current;
    const window = openWorkspaceWindow({
      ...{ server: own, place, isMain, texts, onWindow: openWindow },
      ...(isMain && { bounds: store.now.bounds }),
    });
    const { webContents } = window;
    const fail = (problem: ShellKey) => {
      if (!isMain || window.isDestroyed()) return;
      onFail(problem);
      window.destroy();
    };
    const ready = awaitReady(() => fail('shell.not_ready'), READY_MS);
    window.once('closed', ready);
    webContents.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
      // -3: the page itself has gone elsewhere.
      if (isMainFrame && code !== -3) fail('shell.unreachable');
    });
    const take = makeBridge(webContents, own, around(), ready);
    webContents.ipc.on('atrium', ({ senderFrame }, text: unknown) => {
      // A frame of an app, or a page that is on its way elsewhere, has no bridge.
      if (senderFrame?.parent === null && new URL(senderFrame.url).origin === own) take(text);
    });
    const active = (is_active: boolean) => () => sendEvent(webContents, 'active', { is_active });
    window.on('focus', active(true));
    window.on('blur', active(false));
    return window;
  }

  function closeScreens(): void {
    for (const window of windows.values()) window.destroy();
  }

  return {
    /** Null while there is none, or it is destroyed. */
    get main() {
      return main?.isDestroyed() ? null : main;
    },
    openWindow,
    /** Opens the main window, in place of all that are open. */
    openMain(place: string): void {
      const old = main;
      closeScreens();
      main = show(place, true);
      main.on('close', (event) => {
        if (!main || isQuitting()) return;
        store.change({ bounds: main.getBounds() });
        // It stays in the tray, and notifies.
        event.preventDefault();
        main.hide();
      });
      old?.destroy();
    },
    closeAll(): void {
      closeScreens();
      main?.destroy();
      main = null;
    },
  };
}
