import type { ShellEvent } from '@atrium/contract/shell/bridge.ts';
import { readLink } from '@atrium/contract/shell/links.ts';
import { type ShellKey, shellTexts } from '@atrium/i18n/shell.ts';
import { app, type BrowserWindow, globalShortcut, session } from 'electron';
import updater from 'electron-updater';
import { type BridgeContext, sendEvent } from './bridge/desktopBridge.ts';
import { downloadEvent } from './downloads.ts';
import { connectTo, firstPage } from './servers.ts';
import { acceleratorOf } from './shortcuts.ts';
import { Store } from './store.ts';
import { openTray } from './tray.ts';
import { Updates } from './updates.ts';
import { localPages } from './windows/localPages.ts';
import { captureScreen, guardPermissions, keepDownloads, offerScreens } from './windows/requests.ts';
import { pickScreen } from './windows/screenPicker.ts';
import { startPage } from './windows/startPage.ts';
import { workspaceWindows } from './windows/workspaceWindows.ts';

const HOME = '/manage/dashboard';

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

  const texts = shellTexts(...app.getPreferredSystemLanguages());
  const store = new Store(app.getPath('userData'));
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
  };
  const updates = new Updates(app.isPackaged ? updater.autoUpdater : null, app.getVersion(), {
    onInstall: quitting,
    onFail: (version) => tellDownload(downloadEvent('update', `Atrium ${version}`, 0, 0, 'failed')),
  });
  app.on('before-quit', quitting);

  const server = () => store.now.servers.current;
  const pages = localPages();
  const workspace = workspaceWindows({
    ...{ store, texts },
    around: () => around,
    isQuitting: () => isQuitting,
    onFail: showStart,
  });
  const keys = session.defaultSession;
  guardPermissions(keys, server);
  offerScreens(keys, (sources) => pickScreen(sources, { pages, texts, parent: workspace.main ?? undefined }));
  keepDownloads(keys, tellDownload);

  const unreadChanged = openTray({
    ...{ store, texts },
    onOpen: () => void front(),
    onOtherServer: () => showStart(''),
  });
  const keyChanged = () => {
    const accelerator = acceleratorOf(store.now.screenshotKey);
    if (!accelerator) return;
    globalShortcut.register(accelerator, () => {
      void captureScreen().then((bytes) => {
        const window = bytes && front();
        if (window)
          sendEvent(window.webContents, 'captured', {
            name: `${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}.png`,
            bytes,
          });
      });
    });
  };
  const around: BridgeContext = {
    store,
    updates,
    openWindow: workspace.openWindow,
    chooseServer: () => showStart(''),
    switchServer: (url) => openServer(url, HOME),
    keyChanged,
    unreadChanged,
    lastNoted: 0,
    front,
  };

  function tellDownload(event: ShellEvent<'download'>): void {
    if (workspace.main) sendEvent(workspace.main.webContents, 'download', event);
  }

  function openServer(url: string, place: string): void {
    store.change({ servers: connectTo(store.now.servers, url) });
    // Messages have other numbers there.
    around.lastNoted = 0;
    workspace.openMain(place);
  }

  function front(): BrowserWindow | null {
    const { main } = workspace;
    if (!main) {
      begin();
      return workspace.main;
    }
    if (main.isMinimized()) main.restore();
    main.show();
    main.focus();
    return main;
  }

  function showStart(problem: ShellKey | ''): void {
    pages.close();
    const content = startPage({
      ...{ store, texts, problem },
      onServer(url) {
        openServer(url, HOME);
        window.destroy();
      },
      // Its window would continue to notify of a workspace that the person has removed.
      onRemove: (url) => url === server() && workspace.closeAll(),
      onRemoved: unreadChanged,
    });
    const window = pages.open('start', content);
  }

  /** The current server, or the page that asks for one. */
  function begin(place = HOME): void {
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
    if (!workspace.main) return begin(link.place);
    front();
    sendEvent(workspace.main.webContents, 'open_place', { place: link.place });
  }

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
