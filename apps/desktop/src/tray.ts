import type { ShellTexts } from '@atrium/i18n/shell.ts';
import { app, Menu, Tray } from 'electron';
import { totalUnread } from './servers.ts';
import { trayTitle } from './shortcuts.ts';
import type { Store } from './store.ts';
import { trayIcon } from './windows/requests.ts';

interface TrayOptions {
  store: Store;
  texts: ShellTexts;
  onOpen: () => void;
  onOtherServer: () => void;
}

/** Puts the icon with its menu into the tray. @returns what shows there and on the app how many messages are unread */
export function openTray({ store, texts, onOpen, onOtherServer }: TrayOptions): () => void {
  const tray = new Tray(trayIcon());
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: texts('shell.open'), click: onOpen },
      { label: texts('shell.other_server'), click: onOtherServer },
      { type: 'separator' },
      { label: texts('shell.quit'), click: () => app.quit() },
    ]),
  );
  tray.on('click', onOpen);
  return () => {
    const unread = totalUnread(store.now.servers);
    app.setBadgeCount(unread);
    tray.setToolTip(trayTitle(unread, (count) => texts('shell.unread', { count })));
  };
}
