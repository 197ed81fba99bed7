import type { Host } from './host.ts';
import { notifyPermission, onNotePlace } from './notePlaces.ts';
import { canCapture, captureScreen } from './screen.ts';
import { shellOf } from './shell.ts';
import { shellHost } from './shellHost.ts';

const shell = shellOf(globalThis.atriumHost);

// A shell's window that was opened at a path moves it to the hash, where screens are inside a shell.
if (shell && /^https?:$/.test(location.protocol) && location.pathname !== '/')
  history.replaceState(null, '', `/#${location.pathname}${location.search}`);

const baseTitle = () => document.title.replace(/^\(\d+\+?\) /, '');

/** The page's own address with a place, as a browser opens it and as a shell does. */
const ownAddress = (place: string) => (shell ? `${location.href.replace(/#.*/, '')}#${place}` : place);

export const host: Host = {
  ...shellHost(shell),
  kind: shell?.kind ?? 'browser',
  router: shell ? 'hash' : 'history',
  place: () => (shell ? location.hash.slice(1) : location.pathname + location.search),
  replacePlace: (place) => history.replaceState(null, '', shell ? `#${place}` : place),
  startAt(place) {
    if (!shell) return location.assign(place);
    location.hash = place;
    location.reload();
  },
  // Browsers open a path as well, if there is a server that answers it.
  addressOf: (place) => (/^https?:$/.test(location.protocol) ? location.origin + place : ownAddress(place)),
  setBadge(count) {
    document.title = count > 0 ? `(${count > 999 ? '999+' : count}) ${baseTitle()}` : baseTitle();
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = icon.href.replace(/icon(-unread)?\.svg$/, count > 0 ? 'icon-unread.svg' : 'icon.svg');
    if (shell?.can('badge')) return shell.tell('badge', { count });
    // The number is on the installed application's icon, which a browser may refuse.
    navigator.setAppBadge?.(count).catch(() => undefined);
  },
  notifyPermission: () => (shell?.can('notify') ? 'granted' : notifyPermission()),
  requestNotifications: async () => {
    if (shell?.can('notify')) return 'granted';
    if ('Notification' in window) await Notification.requestPermission();
    return notifyPermission();
  },
  notify: (note) => {
    if (!shell?.can('notify')) return void import('./notes.ts').then(({ showNote }) => showNote(note));
    const { tag: _tag, ...rest } = note;
    shell.tell('notify', rest);
  },
  onNotePlace: (open) => shell?.on('open_place', ({ place }) => open(place)) ?? onNotePlace(open),
  onNoteReply: (send) => shell?.on('reply', send) ?? (() => undefined),
  canPush: () => (shell ? shell.can('push') : 'serviceWorker' in navigator && 'PushManager' in window),
  subscribePush: async (publicKey) =>
    shell?.can('push')
      ? await shell.ask('push', { public_key: publicKey })
      : await (await import('./notes.ts')).subscribePush(publicKey),
  endPush: async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  },
  openWindow: (place) =>
    shell?.can('windows')
      ? shell.tell('open_window', { place })
      : void window.open(ownAddress(place), '_blank', 'noopener'),
  canOpenFile: () => shell?.can('files') ?? false,
  openFile: (url, name) => shell?.tell('open_file', { url, name }),
  openOutside: (url) =>
    shell?.can('open_outside') ? shell.tell('open_outside', { url }) : void window.open(url, '_blank', 'noopener'),
  canCapture,
  captureScreen,
  canCall: () => shell?.can('call') ?? false,
  call: (tel) => (shell?.can('call') ? shell.tell('call', { tel }) : location.assign(`tel:${encodeURIComponent(tel)}`)),
  vibrate: (ms) => (shell?.can('vibrate') ? shell.tell('vibrate', { ms }) : void navigator.vibrate?.(ms)),
};
