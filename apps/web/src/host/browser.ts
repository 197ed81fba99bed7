import type { Host } from './host.ts';

const baseTitle = () => document.title.replace(/^\(\d+\+?\) /, '');

export const host: Host = {
  kind: 'browser',
  router: 'history',
  setBadge(count) {
    document.title = count > 0 ? `(${count > 999 ? '999+' : count}) ${baseTitle()}` : baseTitle();
  },
  canNotify: () => 'Notification' in window && Notification.permission === 'granted',
  requestNotifications: async () => 'Notification' in window && (await Notification.requestPermission()) === 'granted',
  notify({ title, body, onClick }) {
    const note = new Notification(title, { body, tag: 'dialog', icon: '/icon.svg' });
    note.onclick = () => {
      window.focus();
      onClick();
      note.close();
    };
  },
  openWindow: (url) => void window.open(url, '_blank', 'noopener'),
};
