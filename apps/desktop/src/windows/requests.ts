import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellEvent } from '@atrium/contract/shell/bridge.ts';
import { app, BrowserWindow, desktopCapturer, nativeImage, type Session, screen } from 'electron';
import { downloadEvent, freeName, progressOf } from '../downloads.ts';
import { mayUse } from '../navigation.ts';

/** Answers what pages ask of the system: only those of the current server get anything. */
export function guardPermissions(session: Session, server: () => string): void {
  session.setPermissionRequestHandler((page, permission, done, { isMainFrame }) =>
    done(mayUse(permission, page.getURL(), server(), isMainFrame)),
  );
  session.setPermissionCheckHandler((_page, permission, origin, { isMainFrame }) =>
    mayUse(permission, origin, server(), isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
}

export interface Source {
  id: string;
  name: string;
  picture: string;
}

/** A meeting shows a screen or window: the system's own picker where there is one, else ours. */
export function offerScreens(session: Session, pick: (sources: Source[]) => Promise<string>): void {
  session.setDisplayMediaRequestHandler(
    (_request, answer) => {
      const choose = async () => {
        const thumbnailSize = { width: 320, height: 200 };
        const sources = await desktopCapturer.getSources({ types: ['screen', 'window'], thumbnailSize });
        const shown = sources.map(({ id, name, thumbnail }) => ({ id, name, picture: thumbnail.toDataURL() }));
        const chosen = await pick(shown);
        const video = sources.find(({ id }) => id === chosen);
        // Sound of the computer exists on Windows only.
        const audio = process.platform === 'win32' ? { audio: 'loopback' as const } : {};
        answer(video ? { video, ...audio } : {});
      };
      choose().catch(() => answer({}));
    },
    { useSystemPicker: true },
  );
}

/** Saves downloads in the person's folder, under a free name, with progress in the taskbar and the page. */
export function keepDownloads(session: Session, tell: (event: ShellEvent<'download'>) => void): void {
  const running = new Map<string, { received: number; total: number }>();
  let serial = 0;
  session.on('will-download', (_event, item) => {
    serial += 1;
    const id = String(serial);
    const folder = app.getPath('downloads');
    const name = freeName(item.getFilename(), (each) => existsSync(join(folder, each)));
    item.setSavePath(join(folder, name));
    const note = (state: 'running' | 'done' | 'failed') => {
      const [received, total] = [item.getReceivedBytes(), item.getTotalBytes()];
      if (state === 'running') running.set(id, { received, total });
      else running.delete(id);
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressOf(running.values()));
      tell(downloadEvent(id, name, received, Math.max(total, 0), state));
    };
    item.on('updated', () => note('running'));
    item.once('done', (_done, state) => note(state === 'completed' ? 'done' : 'failed'));
  });
}

/** The screen under the pointer, as PNG in base64; null if the system does not allow it. */
export async function captureScreen(): Promise<string | null> {
  const display = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
  const [width, height] = [display.size.width * display.scaleFactor, display.size.height * display.scaleFactor];
  const sources = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: { width, height } });
  const own = sources.find(({ display_id }) => display_id === String(display.id)) ?? sources[0];
  return own && !own.thumbnail.isEmpty() ? own.thumbnail.toPNG().toString('base64') : null;
}

export const trayIcon = () =>
  nativeImage.createFromPath(join(import.meta.dirname, 'icon-192.png')).resize({ width: 22, height: 22 });
