import type { Answer, Question, ShellEvent, ShellServer } from '@atrium/contract/shell/bridge.ts';

/** The capabilities of a browser or a shell. Features ask for a capability, never for a platform. */
export interface Host extends ShellCapabilities {
  kind: 'browser' | 'desktop' | 'mobile';
  /** Where the address of a screen is; shells have it in the hash. */
  router: 'history' | 'hash';
  /** The path and query of the current screen. */
  place(): string;
  /** Gives the current screen another address, without a new entry in the history. */
  replacePlace(place: string): void;
  /** Reloads the app at another screen. */
  startAt(place: string): void;
  /** The address of a screen for other people. */
  addressOf(place: string): string;
  /** Shows the unread count on the window, the tab or the icon. */
  setBadge(count: number): void;
  notifyPermission(): NotifyPermission;
  /** Asks the person; a refusal in a browser is permanent. */
  requestNotifications(): Promise<NotifyPermission>;
  notify(note: HostNote): void;
  /**
   * Called when a notification is clicked: the page is in front and opens the place. Returns a function that
   * unsubscribes.
   */
  onNotePlace(open: (place: string) => void): () => void;
  /** Called with an answer that was written in a notification of a shell. Returns a function that unsubscribes. */
  onNoteReply(send: (reply: ShellEvent<'reply'>) => void): () => void;
  /** True if the device can get notifications while the page is closed. */
  canPush(): boolean;
  /** This device's push subscription, made with the server's key; null if it has none. Throws if its service is not reached. */
  subscribePush(publicKey: string): Promise<PushAddress | null>;
  endPush(): Promise<void>;
  openWindow(place: string): void;
  /** True if the system's application can open a downloaded file. */
  canOpenFile(): boolean;
  openFile(url: string, name: string): void;
  /** Opens a page of others: outside of a shell, in a new tab of a browser. */
  openOutside(url: string): void;
  /** True if screenshots can be taken; mobile browsers cannot. */
  canCapture(): boolean;
  /** A picture of the screen, window or page that the person chooses; null if they cancel. */
  captureScreen(): Promise<Blob | null>;
  /** True if phone calls are possible. */
  canCall(): boolean;
  call(tel: string): void;
  vibrate(ms: number): void;
}

/** Capabilities of shells only. In a browser the questions answer no, and events never occur. */
interface ShellCapabilities {
  /** Tells the shell that the client has started. */
  ready(): void;
  /** Reports the signed-in user to the shell; 0 = nobody. */
  tellSession(userid: number, name: string): void;
  /** Reads information about the shell; null in a browser. */
  info(): Promise<Answer<'info'> | null>;
  /** The address at which the shell registers its push alias. */
  canAlias(): boolean;
  giveAlias(url: string, token: string): void;
  canUpdate(): boolean;
  /** A newer version of the shell; null if there is none. @throws ShellRefused */
  findUpdate(): Promise<Answer<'update'> | null>;
  onUpdate(run: (update: ShellEvent<'update'>) => void): () => void;
  installUpdate(): void;
  /** True if the update is installed by restarting, as on a Mac. */
  restartsToUpdate(): boolean;
  canChooseServer(): boolean;
  chooseServer(): void;
  /** @throws ShellRefused */
  listServers(): Promise<readonly ShellServer[]>;
  switchServer(url: string): void;
  canSet(): boolean;
  /** @throws ShellRefused */
  readSettings(): Promise<Answer<'settings'>>;
  /** @throws ShellRefused */
  saveSettings(settings: Question<'save_settings'>): Promise<void>;
  canLatestPhoto(): boolean;
  /** @throws ShellRefused */
  latestPhoto(maxAgeMs: number, limitMs: number): Promise<Answer<'latest_photo'>>;
  /** @throws ShellRefused */
  uploadPhoto(photo: Question<'upload_photo'>, limitMs: number): Promise<Answer<'upload_photo'>>;
  /** Calls `run` for the back key of a phone. */
  onBack(run: () => void): () => void;
  /** Leaves the app, because there is no screen to go back to. */
  leave(): void;
  onShare(run: (shared: ShellEvent<'share'>) => void): () => void;
  /** Calls `run` for a picture that was taken with the global key. */
  onCaptured(run: (picture: ShellEvent<'captured'>) => void): () => void;
  onDownload(run: (download: ShellEvent<'download'>) => void): () => void;
  /** Calls `run` when the window came to the front. */
  onActive(run: () => void): () => void;
}

export type NotifyPermission = 'unsupported' | 'default' | 'granted' | 'denied';
export interface HostNote {
  title: string;
  body: string;
  icon: string;
  /** The screen that a click opens. */
  place: string;
  /** The conversation for a reply; 0 = it cannot be answered. */
  dialog_id: number;
  /** Prevents a push of the same message from ringing again. */
  msg_id: number;
  silent: boolean;
  /** The label of the button that answers. */
  reply: string;
  /** A newer notification of the same kind replaces an older one; without it, of messages. */
  tag?: string;
}
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}
