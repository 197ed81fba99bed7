import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

/** The pages and addresses that the application asked Electron to open, in order. */
const { opened, electron } = vi.hoisted(() => {
  const opened: string[] = [];
  // Accepts any call and returns itself for any property: enough for the parts that this test ignores.
  const anything: unknown = new Proxy(() => undefined, {
    get: (_target, key) => (key === 'then' || key === Symbol.toPrimitive ? undefined : anything),
    apply: () => anything,
  });
  const merged = (own: object) =>
    new Proxy(own, { get: (target, key) => (key in target ? target[key as keyof typeof target] : anything) });
  class BrowserWindow {
    webContents = anything;
    loadFile = async (file: string) => opened.push(file.split(/[\\/]/).at(-1) ?? '');
    loadURL = async (url: string) => opened.push(url);
    isDestroyed = () => false;
    once = () => undefined;
    on = () => undefined;
  }
  class Tray {
    on = () => undefined;
    setContextMenu = () => undefined;
    setToolTip = () => undefined;
  }
  const app = merged({
    folder: '',
    isPackaged: false,
    requestSingleInstanceLock: () => true,
    whenReady: async () => undefined,
    getPreferredSystemLanguages: () => ['en'],
    getVersion: () => '1.0.0',
    getPath: () => (app as { folder: string }).folder,
  });
  const electron = { app, BrowserWindow, Tray, screen: merged({ getAllDisplays: () => [] }), anything };
  return { opened, electron };
});
vi.mock('electron', () => ({
  ...{ app: electron.app, BrowserWindow: electron.BrowserWindow, Tray: electron.Tray, screen: electron.screen },
  ...Object.fromEntries(
    [
      'desktopCapturer',
      'globalShortcut',
      'ipcMain',
      'Menu',
      'nativeImage',
      'net',
      'Notification',
      'session',
      'shell',
    ].map((name) => [name, electron.anything]),
  ),
}));
vi.mock('electron-updater', () => ({ default: {} }));

const folder = mkdtempSync(join(tmpdir(), 'atrium-desktop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the first start asks for a server', async () => {
  Object.assign(electron.app, { folder });
  await import('./main.ts');
  await vi.waitFor(() => expect(opened).toEqual(['start.html']));
});
