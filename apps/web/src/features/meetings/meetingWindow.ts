import { host } from '#host/browser.ts';

/** Larger windows show no more. */
const MOST = { width: 1440, height: 900 };

const NAME = 'atrium-meeting';

/** Whether this is such a window, or another one that shows nothing but a meeting. */
export const isOwnWindow = (): boolean => window.name === NAME || isAlone();

/** Whether there is no screen behind the meeting. */
export const isAlone = (): boolean => host.place().startsWith('/single/');

/** Opens a meeting in a window of its own, so that this one stays free for work. */
export function openInWindow(meetingid: string): void {
  const width = Math.min(MOST.width, screen.availWidth || MOST.width);
  const height = Math.min(MOST.height, screen.availHeight || MOST.height);
  window.open(`/meeting/${meetingid}`, NAME, `popup,width=${width},height=${height}`);
}
