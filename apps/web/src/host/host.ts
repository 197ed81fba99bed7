/** What a shell can do beyond a page. Features ask for a capability, never for a platform. */
export interface Host {
  kind: 'browser' | 'desktop' | 'mobile';
  /** Shells load the client from a file: their addresses stand behind a hash. */
  router: 'history' | 'hash';
  /** Where the page is: the path and query of its screen. */
  place(): string;
  /** Loads the application anew at another screen. */
  startAt(place: string): void;
  /** The address under which somebody else opens a screen. */
  addressOf(place: string): string;
  /** Unread count on the window, the tab or the icon. */
  setBadge(count: number): void;
  canNotify(): boolean;
  requestNotifications(): Promise<boolean>;
  notify(note: { title: string; body: string; onClick: () => void }): void;
  openWindow(url: string): void;
}
