import { isDownload } from '@atrium/contract/shell/downloads.ts';
import { maySystemOpen, opensOutside } from '@atrium/contract/shell/outside.ts';

export type NavigationTarget =
  /** Opens it in the same window. */
  | 'here'
  /** Opens it in a window of the shell. */
  | 'window'
  /** Saves it as a file in the person's folder. */
  | 'download'
  /** The system opens it: the browser, or another application. */
  | 'outside'
  | 'nowhere';

/** '' for anything but a web page: a `blob:` address has the origin of the page that made it. */
const originOf = (address: string) =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : '';

/**
 * Chooses the place in which an address opens when a page asks for it. Windows of the shell show pages of their own
 * server only, so that no other site ever runs beside the bridge.
 */
export function wayOf(address: string, server: string, isNewWindow: boolean): NavigationTarget {
  const isOwn = originOf(address) === server && server !== '';
  if (isOwn && isDownload(address)) return 'download';
  if (isOwn && !opensOutside(address)) return isNewWindow ? 'window' : 'here';
  return maySystemOpen(address) ? 'outside' : 'nowhere';
}

/** The permissions of pages of the workspace. Others are refused, and other pages get none. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  'media',
  'display-capture',
  'notifications',
  'clipboard-sanitized-write',
  'fullscreen',
  'geolocation',
  'persistent-storage',
  'speaker-selection',
  'pointerLock',
]);

/**
 * The permissions of frames: apps of others run in them, which must not see, hear or locate anybody through this shell.
 */
const IN_FRAMES: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write']);

/** @param page  the whole page, also for a frame in it */
export const mayUse = (permission: string, page: string, server: string, isMainFrame = true): boolean =>
  (isMainFrame ? PERMISSIONS : IN_FRAMES).has(permission) && server !== '' && originOf(page) === server;

/** The size of a window by its content. */
export function sizeOf(place: string): { width: number; height: number } {
  if (place.startsWith('/single/task')) return { width: 900, height: 760 };
  if (place.startsWith('/single/dialog')) return { width: 720, height: 760 };
  if (/^\/(single\/)?meeting/.test(place)) return { width: 1100, height: 760 };
  return { width: 1000, height: 760 };
}

/** One window for each screen: it comes to the front if it is asked for again. */
export const windowKey = (place: string): string => place.split(/[?#]/)[0] ?? place;

const SMALLEST = { width: 480, height: 400 };
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** The stored place of a window, if a screen still shows it; otherwise the system chooses. */
export function boundsOn(stored: Partial<Area> | undefined, screens: readonly Area[]): Partial<Area> {
  const { x, y, width, height } = stored ?? {};
  if (![x, y, width, height].every(Number.isFinite)) return { width: 1280, height: 820 };
  const [left = 0, top = 0] = [x, y];
  const size = {
    width: Math.max(width ?? 0, SMALLEST.width),
    height: Math.max(height ?? 0, SMALLEST.height),
  };
  const isShown = screens.some(
    (screen) =>
      left < screen.x + screen.width - 100 &&
      left + size.width > screen.x + 100 &&
      top >= screen.y - 10 &&
      top < screen.y + screen.height - 100,
  );
  return isShown ? { x: left, y: top, ...size } : size;
}
