import type { NotifyPermission } from './host.ts';

export const notifyPermission = (): NotifyPermission =>
  'Notification' in window ? Notification.permission : 'unsupported';

/** Called with the place of a notification that the page shows, when it is clicked. */
export const openers = new Set<(place: string) => void>();

/** A click comes from the page's own notification, or from the worker that shows it. */
export function onNotePlace(open: (place: string) => void): () => void {
  const onNote = ({ data }: MessageEvent) => {
    const { type, place } = (data ?? {}) as { type?: string; place?: string };
    if (type === 'open-place' && place) open(place);
  };
  openers.add(open);
  navigator.serviceWorker?.addEventListener('message', onNote);
  return () => {
    openers.delete(open);
    navigator.serviceWorker?.removeEventListener('message', onNote);
  };
}
