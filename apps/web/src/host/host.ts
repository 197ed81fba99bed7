/** What a shell can do beyond a page. Features ask for a capability, never for a platform. */
export interface Host {
  kind: 'browser' | 'desktop' | 'mobile';
  /** Shells load the client from a file: their addresses are in the hash. */
  router: 'history' | 'hash';
  /** The path and query of the current screen. */
  place(): string;
  /** Reloads the app at another screen. */
  startAt(place: string): void;
  /** The address of a screen for other people. */
  addressOf(place: string): string;
  /** Unread count on the window, the tab or the icon. */
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
  /** Can get notifications while the page is closed. */
  canPush(): boolean;
  /** This browser's push subscription, made with the server's key; null if it has none. Throws if its service is not reached. */
  subscribePush(publicKey: string): Promise<PushAddress | null>;
  endPush(): Promise<void>;
  openWindow(url: string): void;
  /** Screenshots; mobile browsers do not support them. */
  canCapture(): boolean;
  /** A picture of the screen, window or page that the person chooses; null if they cancel. */
  captureScreen(): Promise<Blob | null>;
  /** Whether phone calls are possible. */
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
  /** Prevents a push of the same message from ringing again. */
  msg_id: number;
  silent: boolean;
}
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}
