import { READY_MS, type ShellEvent } from '@atrium/contract/shell/bridge.ts';
import { readLink } from '@atrium/contract/shell/links.ts';
import { awaitReady } from '@atrium/contract/shell/ready.ts';
import { type ShellKey, shellTexts } from '@atrium/i18n/shell.ts';
import { app, type BrowserWindow, globalShortcut, ipcMain, Menu, net, session, Tray } from 'electron';
import updater from 'electron-updater';
import { type Around, makeBridge, sendEvent } from './bridge/desktopBridge.ts';
import { checkServer } from './checkServer.ts';
import { downloadEvent } from './downloads.ts';
import { windowKey } from './navigation.ts';
import type { StartChoice } from './pages/local.ts';
import { connectTo, firstPage, forgetServer, totalUnread } from './servers.ts';
import { acceleratorOf, trayTitle } from './shortcuts.ts';
import { Store } from './store.ts';
import { Updates } from './updates.ts';
import {
  captureScreen,
  guardPermissions,
  keepDownloads,
  offerScreens,
  type Source,
  trayIcon,
} from './windows/requests.ts';
import { openLocalWindow, openWorkspaceWindow } from './windows/workspaceWindow.ts';

const START_KEYS = [
  ...(['shell.title', 'shell.address', 'shell.connect', 'shell.no_address', 'shell.bad_address'] as const),
  ...(['shell.unreachable', 'shell.servers', 'shell.remove', 'shell.not_ready', 'shell.retry'] as const),
] satisfies ShellKey[];
const SCREEN_KEYS = ['shell.pick_screen', 'shell.cancel'] satisfies ShellKey[];

// A second start brings the first one to the front, with its link.
if (app.requestSingleInstanceLock()) void run();
else app.quit();

async function run(): Promise<void> {
  app.setAsDefaultProtocolClient('atrium');
  let waitingLink = linkIn(process.argv);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    if (app.isReady()) follow(url);
    else waitingLink = url;
  });
  await app.whenReady();

  const t = shellTexts(...app.getPreferredSystemLanguages());
  const store = new Store(app.getPath('userData'));
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
  };
  const updates = new Updates(app.isPackaged ? updater.autoUpdater : null, app.getVersion(), {
    onInstall: quitting,
    onFail: (version) => tellDownload(downloadEvent('update', `Atrium ${version}`, 0, 0, 'failed')),
  });
  const windows = new Map<string, BrowserWindow>();
  let main: BrowserWindow | null = null;
  let local: { window: BrowserWindow; load: () => unknown; choose: (chosen: unknown) => Promise<unknown> } | null =
    null;
  app.on('before-quit', quitting);

  const wordsOf = (keys: readonly ShellKey[]) => Object.fromEntries(keys.map((key) => [key, t(key)]));
  const server = () => store.now.servers.current;
  const keys = session.defaultSession;
  guardPermissions(keys, server);
  offerScreens(keys, pickScreen);
  keepDownloads(keys, tellDownload);

  const tray = new Tray(trayIcon());
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: t('shell.open'), click: () => void front() },
      { label: t('shell.other_server'), click: () => showStart('') },
      { type: 'separator' },
      { label: t('shell.quit'), click: () => app.quit() },
    ]),
  );
  tray.on('click', () => void front());
  const unreadChanged = () => {
    const unread = totalUnread(store.now.servers);
    app.setBadgeCount(unread);
    tray.setToolTip(trayTitle(unread, (count) => t('shell.unread', { count })));
  };
  const keyChanged = () => {
    const accelerator = acceleratorOf(store.now.screenshotKey);
    if (!accelerator) return;
    globalShortcut.register(accelerator, () => {
      void captureScreen().then((bytes) => {
        const window = bytes && front();
        if (window)
          sendEvent(window.webContents, 'captured', { name: `${new Date().toISOString().slice(0, 19)}.png`, bytes });
      });
    });
  };
  const around: Around = {
    store,
    updates,
    openWindow,
    chooseServer: () => showStart(''),
    switchServer: (url) => openServer(url, '/manage/dashboard'),
    keyChanged,
    unreadChanged,
    lastNoted: 0,
    front,
  };

  function tellDownload(event: ShellEvent<'download'>): void {
    if (main && !main.isDestroyed()) sendEvent(main.webContents, 'download', event);
  }

  /** Opens a screen in its own window, or brings that one to the front. */
  function openWindow(place: string): void {
    const known = windows.get(windowKey(place));
    if (known && !known.isDestroyed()) return known.focus();
    const window = show(place, false);
    windows.set(windowKey(place), window);
    window.on('closed', () => windows.delete(windowKey(place)));
  }

  function show(place: string, isMain: boolean): BrowserWindow {
    const own = server();
    const window = openWorkspaceWindow({
      ...{ server: own, place, isMain, texts: t, onWindow: openWindow },
      ...(isMain && { bounds: store.now.bounds }),
    });
    const { webContents } = window;
    const fail = (problem: ShellKey) => {
      if (!isMain || window.isDestroyed()) return;
      showStart(problem);
      window.destroy();
    };
    const ready = awaitReady(() => fail('shell.not_ready'), READY_MS);
    window.once('closed', ready);
    webContents.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
      // -3: the page itself has gone elsewhere.
      if (isMainFrame && code !== -3) fail('shell.unreachable');
    });
    const take = makeBridge(webContents, own, around, ready);
    webContents.ipc.on('atrium', ({ senderFrame }, text: unknown) => {
      // A frame of an app, or a page that is on its way elsewhere, has no bridge.
      if (senderFrame?.parent === null && new URL(senderFrame.url).origin === own) take(text);
    });
    const active = (is_active: boolean) => () => sendEvent(webContents, 'active', { is_active });
    window.on('focus', active(true));
    window.on('blur', active(false));
    return window;
  }

  function openServer(url: string, place: string): void {
    store.change({ servers: connectTo(store.now.servers, url) });
    const old = main;
    // Messages have other numbers there.
    around.lastNoted = 0;
    for (const window of windows.values()) window.destroy();
    main = show(place, true);
    main.on('close', (event) => {
      if (!main || isQuitting) return;
      store.change({ bounds: main.getBounds() });
      // It stays in the tray, and notifies.
      event.preventDefault();
      main.hide();
    });
    old?.destroy();
  }

  function closeWindows(): void {
    for (const window of windows.values()) window.destroy();
    main?.destroy();
    main = null;
  }

  function front(): BrowserWindow | null {
    if (!main || main.isDestroyed()) {
      begin();
      return main;
    }
    if (main.isMinimized()) main.restore();
    main.show();
    main.focus();
    return main;
  }

  function showStart(problem: ShellKey | ''): void {
    local?.window.destroy();
    const window = openLocalWindow('start');
    local = {
      window,
      load: () => ({
        texts: wordsOf(START_KEYS),
        servers: store.now.servers.list.map(({ url, name }) => ({ url, name })),
        problem,
      }),
      async choose(chosen) {
        const wish = chosen as StartChoice;
        if ('remove' in wish) {
          // Its window would go on notifying of a workspace that the person has removed.
          if (wish.remove === server()) closeWindows();
          store.change({ servers: forgetServer(store.now.servers, String(wish.remove)) });
          unreadChanged();
          return '';
        }
        const typed = 'retry' in wish ? server() : String(wish.connect);
        const found = await checkServer(typed, (url, init) => net.fetch(url as string, init));
        if ('problem' in found) return found.problem;
        openServer(found.url, '/manage/dashboard');
        window.destroy();
        return '';
      },
    };
  }

  async function pickScreen(sources: Source[]): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const window = openLocalWindow('screens', main ?? undefined);
    local = {
      window,
      load: () => ({ texts: wordsOf(SCREEN_KEYS), sources }),
      choose: async (chosen) => {
        resolve(String(chosen));
        window.close();
      },
    };
    window.on('closed', () => resolve(''));
    return promise;
  }

  /** The current server, or the page that asks for one. */
  function begin(place = '/manage/dashboard'): void {
    const page = firstPage(store.now.servers);
    if ('url' in page) openServer(page.url, place);
    else showStart(store.now.servers.list.length > 0 ? page.problem : '');
  }

  function follow(url: string): void {
    const link = readLink(url);
    if (!link) return void front();
    const isKnown = store.now.servers.list.some((each) => each.url === link.server);
    // A link does not lead to a server that the person has not chosen.
    if (link.server && !isKnown) return showStart('');
    if (link.server && link.server !== server()) return openServer(link.server, link.place);
    // The link started the app: it opens there, since a page that still loads hears nothing.
    if (!main || main.isDestroyed()) return begin(link.place);
    front();
    sendEvent(main.webContents, 'open_place', { place: link.place });
  }

  const isLocal = (sender: Electron.WebContents) => local?.window.webContents === sender;
  ipcMain.handle('local-load', ({ sender }) => (isLocal(sender) ? local?.load() : null));
  ipcMain.handle('local-choose', ({ sender }, chosen: unknown) => (isLocal(sender) ? local?.choose(chosen) : null));
  app.on('second-instance', (_event, argv) => {
    const url = linkIn(argv);
    if (url) follow(url);
    else front();
  });
  app.on('activate', () => void front());
  app.on('window-all-closed', () => {
    // The tray keeps it running; without a server there is nothing to notify of.
    if (!server()) app.quit();
  });
  if (waitingLink) follow(waitingLink);
  else begin();
  unreadChanged();
  keyChanged();
}

/** A function declaration, because `run` is called before the rest of this file is evaluated. */
function linkIn(argv: readonly string[]): string {
  return argv.find((each) => each.startsWith('atrium:')) ?? '';
}
