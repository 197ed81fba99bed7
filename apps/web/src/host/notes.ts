import type { HostNote, PushAddress } from './host.ts';
import { openers } from './notePlaces.ts';

/**
 * The buttons of a notification. Chrome on Android has a field for a reply in it; elsewhere the button opens the chat.
 */
const actionsOf = ({ reply, dialog_id }: HostNote) =>
  reply && dialog_id > 0 ? [{ action: 'reply', type: 'text', title: reply }] : [];

/** Shows one notification of a kind at a time: a newer message replaces an older one. */
export async function showNote(shown: HostNote): Promise<void> {
  const { title, body, icon, place, dialog_id, msg_id, silent, tag = 'dialog' } = shown;
  const options = { body, icon, silent, tag, renotify: true, data: { place, dialog_id, msg_id } };
  const registration = await navigator.serviceWorker?.getRegistration();
  // The worker shows the notification if there is one: phones support nothing else, and only there are buttons.
  if (registration?.active) {
    const show = async () => {
      if (msg_id > 0 && (await isNoted(registration, tag, msg_id))) return;
      await registration.showNotification(title, { ...options, actions: actionsOf(shown) } as object);
    };
    // A lock lets open tabs show one after the other, because each gets the message, and only one may ring.
    return navigator.locks ? navigator.locks.request('atrium-note', show) : show();
  }
  const note = new Notification(title, options);
  note.onclick = () => {
    window.focus();
    for (const open of openers) open(place);
    note.close();
  };
}

async function isNoted(registration: ServiceWorkerRegistration, tag: string, msgId: number): Promise<boolean> {
  const shown = await registration.getNotifications({ tag });
  return shown.some(({ data }) => ((data as { msg_id?: number } | null)?.msg_id ?? 0) >= msgId);
}

/**
 * The longest wait for the worker, which is installed at the first visit and stores hundreds of files, on a slow
 * network for long.
 */
const WORKER_MS = 30_000;

export async function subscribePush(publicKey: string): Promise<PushAddress | null> {
  const waiting = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WORKER_MS));
  // The worker is installed now if the first visit has not done so yet; otherwise this changes nothing.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  const registration = await Promise.race([navigator.serviceWorker.ready, waiting]);
  if (!registration) return null;
  const key = Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  const known = await registration.pushManager.getSubscription();
  // A subscription for another server at this address is useless.
  if (known && !isSame(new Uint8Array(known.options.applicationServerKey ?? new ArrayBuffer(0)), key)) {
    await known.unsubscribe();
  }
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null;
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((each, index) => each === b[index]);
