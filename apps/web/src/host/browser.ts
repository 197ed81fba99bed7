import type { Host } from './host.ts';
import { notifyPermission, onNotePlace, showNote, subscribePush } from './notes.ts';
import { canCapture, captureScreen } from './screen.ts';

declare global {
  /** Set by a shell before the client loads. */
  var atriumShell: 'desktop' | 'mobile' | undefined;
}

const shell = globalThis.atriumShell;

const baseTitle = () => document.title.replace(/^\(\d+\+?\) /, '');

export const host: Host = {
  kind: shell ?? 'browser',
  router: shell ? 'hash' : 'history',
  place: () => (shell ? location.hash.slice(1) : location.pathname + location.search),
  startAt(place) {
    if (!shell) return location.assign(place);
    location.hash = place;
    location.reload();
  },
  addressOf: (place) => (shell ? `${location.href.replace(/#.*/, '')}#${place}` : location.origin + place),
  setBadge(count) {
    document.title = count > 0 ? `(${count > 999 ? '999+' : count}) ${baseTitle()}` : baseTitle();
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = icon.href.replace(/icon(-unread)?\.svg$/, count > 0 ? 'icon-unread.svg' : 'icon.svg');
    // On the installed application's icon; a browser may refuse it.
    navigator.setAppBadge?.(count).catch(() => undefined);
  },
  notifyPermission,
  requestNotifications: async () => {
    if ('Notification' in window) await Notification.requestPermission();
    return notifyPermission();
  },
  notify: (note) => void showNote(note),
  onNotePlace,
  canPush: () => 'serviceWorker' in navigator && 'PushManager' in window,
  subscribePush,
  endPush: async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  },
  canCapture,
  captureScreen,
  canCall: () => shell === 'mobile',
  call: (tel) => location.assign(`tel:${encodeURIComponent(tel)}`),
  openWindow: (url) => void window.open(url, '_blank', 'noopener'),
};
