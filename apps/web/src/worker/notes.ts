import type { PushNote } from '@atrium/contract/people/notifications.ts';

/** The part of a worker's scope that notifications need. */
export interface NoteScope {
  registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
}
export interface PageClient {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

const TAG = 'dialog';
const pages = (scope: NoteScope) => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a push. A visible page shows it itself, and it does not ring a second time. */
export async function showPush(scope: NoteScope, note: PushNote): Promise<void> {
  // True for a test notification, which is requested by somebody who looks at the page.
  const isCheck = note.msg_id === 0;
  if (note.badge !== undefined) setBadge(note.badge);
  if (!isCheck && (await pages(scope)).some((page) => page.focused)) return;
  const tag = isCheck ? 'check' : (note.tag ?? TAG);
  const shown = isCheck ? [] : await scope.registration.getNotifications({ tag });
  const isShown = shown.some((each) => ((each.data as { msg_id?: number } | null)?.msg_id ?? 0) >= note.msg_id);
  if (isShown) return;
  const options = {
    body: note.body,
    icon: note.icon,
    tag,
    renotify: true,
    silent: note.silent,
    data: { place: note.place, dialog_id: note.dialog_id, msg_id: note.msg_id },
    actions: actionsOf(note),
  };
  await scope.registration.showNotification(note.title, options);
}

/** Sets the number on the icon of the installed application, also while no page is open; a browser may refuse it. */
const setBadge = (count: number) => void navigator.setAppBadge?.(count).catch(() => undefined);

/**
 * The buttons of a notification. Chrome on Android has a field for the reply; other browsers show a button, or nothing.
 */
const actionsOf = ({ dialog_id, reply, read }: PushNote) =>
  dialog_id > 0
    ? [
        { action: 'reply', type: 'text', title: reply },
        { action: 'read', title: read },
      ]
    : [];

/** Opens the message of a clicked notification, in an open page or in a new one. */
export async function openPlace(scope: NoteScope, data: unknown): Promise<void> {
  const { place } = (data ?? {}) as { place?: string };
  if (!place?.startsWith('/manage/')) return;
  const open = (await pages(scope)).filter((page) => new URL(page.url).pathname.startsWith('/manage'));
  const page = open.find((each) => each.focused) ?? open[0];
  if (!page) return void (await scope.clients.openWindow(place));
  await page.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker writes to its own page.
  page.postMessage({ type: 'open-place', place });
}
