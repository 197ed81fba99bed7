import { host } from '#host/browser.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { toWire } from '#sync/time.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The command of the open conversation. */
export const SCREENSHOT = 'screenshot';

const KEPT = 'screenshot_key';
const FIRST = 'X';

/** The letter that takes a screenshot with Ctrl or ⌘ and Shift; '' = none. Stored on this device. */
export const screenshotKey = (): string => localStorage.getItem(KEPT) ?? FIRST;
export const storeScreenshotKey = (letter: string): void => localStorage.setItem(KEPT, letter);

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export const takesScreenshot = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): boolean =>
  (ctrlKey || metaKey) && shiftKey && !altKey && key.toUpperCase() === screenshotKey();

let isTaking = false;

/** Takes a screenshot as a file; empty if none was taken. Only one is taken at a time, however long the key is held. */
export async function takeScreenshot(): Promise<File[]> {
  if (isTaking) return [];
  isTaking = true;
  try {
    const picture = await host.captureScreen();
    if (!picture) return [];
    const name = `${t('screenshot.title')} ${localTime(nowDate()).replaceAll(':', '.')}.png`;
    return [new File([picture], name, { type: picture.type })];
  } catch {
    notify(t('screenshot.failed'), { kind: 'error' });
    return [];
  } finally {
    isTaking = false;
  }
}

const localTime = (at: Date) => toWire(new Date(at.getTime() - at.getTimezoneOffset() * 60_000));
