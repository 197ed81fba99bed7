/** What a shell can do beyond a page. Features ask for a capability, never for a platform. */
export interface Host {
  kind: 'browser' | 'desktop' | 'mobile';
  /** Shells load the client from a file: their addresses stand behind a hash. */
  router: 'history' | 'hash';
  /** Where the page is: the path and query of its screen. */
  place(): string;
  /** Reloads the app at another screen. */
  startAt(place: string): void;
  /** The address under which somebody else opens a screen. */
  addressOf(place: string): string;
  /** Unread count on the window, the tab or the icon. */
  setBadge(count: number): void;
  notifyPermission(): NotifyPermission;
  /** Asks the person; browsers answer for good after a refusal. */
  requestNotifications(): Promise<NotifyPermission>;
  notify(note: HostNote): void;
  /** Somebody clicked a notification: the page is in front and opens the place. Returns the way to stop hearing. */
  onNotePlace(open: (place: string) => void): () => void;
  /** Can get notifications while the page is closed. */
  canPush(): boolean;
  /** This browser's push subscription, made with the server's key; null if it has none. Throws if its service is not reached. */
  subscribePush(publicKey: string): Promise<PushAddress | null>;
  endPush(): Promise<void>;
  openWindow(url: string): void;
  /** Pictures of the screen; browsers on phones have none. */
  canCapture(): boolean;
  /** A picture of the screen, window or page that the person chooses; null where they choose none. */
  captureScreen(): Promise<Blob | null>;
  /** A telephone. */
  canCall(): boolean;
  call(tel: string): void;
}

export type NotifyPermission = 'unsupported' | 'default' | 'granted' | 'denied';
export interface HostNote {
  title: string;
  body: string;
  icon: string;
  /** The screen that a click opens. */
  place: string;
  /** So that a push of the same message does not ring again. */
  msg_id: number;
  silent: boolean;
}
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}
