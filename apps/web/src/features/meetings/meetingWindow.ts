import { host } from '#host/browser.ts';

/** The largest size, because a larger window shows no more. */
const MOST = { width: 1440, height: 900 };

/** True if this is such a window: there is no screen behind the meeting. */
export const isOwnWindow = (): boolean => host.place().startsWith('/single/');

/** Opens a meeting in a window of its own, without the workspace, so that this one stays free for work. */
export function openInWindow(meetingid: string): void {
  const width = Math.min(MOST.width, screen.availWidth || MOST.width);
  const height = Math.min(MOST.height, screen.availHeight || MOST.height);
  window.open(`/single/meeting/${meetingid}`, 'atrium-meeting', `popup,width=${width},height=${height}`);
}
