import { hostname } from 'node:os';
import { handleMessage, type NoticeHandlers, type QuestionHandlers } from '@atrium/contract/shell/answers.ts';
import type { EventName, Feature, FromShell, ShellEvent } from '@atrium/contract/shell/bridge.ts';
import { maySystemOpen } from '@atrium/contract/shell/outside.ts';
import { app, type BrowserWindow, globalShortcut, Notification, shell, type WebContents } from 'electron';
import { countUnread, forBridge } from '../servers.ts';
import type { Store } from '../store.ts';
import type { Updates } from '../updates.ts';

export const PROTOCOL_VERSION = 1;

/** The capabilities of the desktop shell on this system. */
export const featuresHere = (platform: NodeJS.Platform): Feature[] => [
  ...([
    'badge',
    'notify',
    'windows',
    'open_outside',
    'servers',
    'updates',
    'capture',
    'settings',
    'downloads',
  ] as const),
  // Linux has no field for replies in its notifications.
  ...(platform === 'darwin' ? (['reply', 'restart_to_update'] as const) : []),
];

/** The parts of the application that the bridge uses. */
export interface BridgeContext {
  store: Store;
  updates: Updates;
  openWindow: (place: string) => void;
  chooseServer: () => void;
  switchServer: (url: string) => void;
  /** Registers the global key again. */
  keyChanged: () => void;
  unreadChanged: () => void;
  /** The newest message with a notification. */
  lastNoted: number;
  front: () => BrowserWindow | null;
}

/** A window may be closed while its question is answered, or before its notification is clicked. */
function write(page: WebContents, message: FromShell): void {
  if (!page.isDestroyed()) page.send('atrium', JSON.stringify(message));
}

export const sendEvent = <N extends EventName>(page: WebContents, name: N, values: ShellEvent<N>): void =>
  write(page, { say: name, ...values } as FromShell);

/** Answers a page of `server`. @returns what takes its messages */
export function makeBridge(page: WebContents, server: string, around: BridgeContext, onReady: () => void) {
  const { store, updates } = around;
  const send = (message: FromShell) => write(page, message);
  const notices: NoticeHandlers = {
    ready: onReady,
    badge: ({ count }) => {
      store.change({ servers: countUnread(store.now.servers, server, count) });
      around.unreadChanged();
    },
    notify: (note) => {
      // Each window with a workspace hears of the message; one of them rings.
      if (note.msg_id > 0 && note.msg_id <= around.lastNoted) return;
      if (note.msg_id > 0) around.lastNoted = note.msg_id;
      const { title, body, silent, reply } = note;
      const shown = new Notification({
        ...{ title, body, silent },
        ...(reply && process.platform === 'darwin' && { hasReply: true, replyPlaceholder: reply }),
      });
      shown.on('click', () => {
        around.front();
        sendEvent(page, 'open_place', { place: note.place });
      });
      shown.on('reply', (_event, text) =>
        sendEvent(page, 'reply', { dialog_id: note.dialog_id, msg_id: note.msg_id, text }),
      );
      shown.show();
    },
    open_window: ({ place }) => around.openWindow(place),
    open_outside: ({ url }) => {
      if (maySystemOpen(url)) void shell.openExternal(url);
    },
    session: ({ userid }) => {
      if (userid > 0) return;
      // After the sign-out, no unread count is shown.
      store.change({ servers: countUnread(store.now.servers, server, 0) });
      around.unreadChanged();
    },
    choose_server: around.chooseServer,
    switch_server: ({ url }) => {
      // Only one that the person has connected to: a page cannot lead this shell to another site.
      if (store.now.servers.list.some((each) => each.url === new URL(url).origin)) around.switchServer(url);
    },
    install_update: () => updates.install(),
  };
  const questions: QuestionHandlers = {
    info: () => ({
      name: app.getName(),
      version: app.getVersion(),
      device_name: hostname().slice(0, 100),
      app_brand: process.platform,
      app_model: process.arch,
      app_os: `${process.platform} ${process.getSystemVersion()}`,
    }),
    update: () => updates.look(),
    servers: () => ({ list: forBridge(store.now.servers) }),
    settings: () => ({
      start_at_login: app.getLoginItemSettings().openAtLogin,
      screenshot_key: store.now.screenshotKey,
      lock: false,
      // Linux starts programs by files of the desktop, which packages install.
      can_start: process.platform !== 'linux',
      can_lock: false,
      can_key: true,
    }),
    save_settings: ({ start_at_login, screenshot_key }) => {
      if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: start_at_login });
      globalShortcut.unregisterAll();
      store.change({ screenshotKey: screenshot_key });
      around.keyChanged();
      return {};
    },
  };
  return (text: unknown) => void handleMessage(text, notices, questions, send);
}
