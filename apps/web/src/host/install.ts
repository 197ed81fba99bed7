/** An event of Chrome and Edge, which TypeScript does not know. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}
interface Launch {
  files: readonly { getFile(): Promise<File> }[];
}
interface LaunchQueue {
  setConsumer(run: (launch: Launch) => void): void;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const run of listeners) run();
};

/** Keeps the browser's offer until the person asks for it in the settings. Called before the page is drawn. */
export function listenToInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
    changed();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    changed();
  });
}

/** `prompt`: the browser asks; `menu`: the person installs it by the browser's menu. */
export type InstallWay = 'installed' | 'prompt' | 'menu';

const INSTALLED = '(display-mode: standalone), (display-mode: window-controls-overlay), (display-mode: minimal-ui)';

export function installWay(): InstallWay {
  const isApple = (navigator as { standalone?: boolean }).standalone === true;
  if (isApple || matchMedia(INSTALLED).matches) return 'installed';
  return offer ? 'prompt' : 'menu';
}

export function onInstallWay(run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** Shows the browser's own question; an answer uses its offer up. */
export async function install(): Promise<void> {
  const event = offer;
  offer = null;
  await event?.prompt();
  changed();
}

/**
 * Calls `open` with files that the system opens with the installed application. Returns a function that unsubscribes.
 */
export function onLaunch(open: (files: readonly File[]) => void): () => void {
  let isWanted = true;
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (!isWanted || files.length === 0) return;
    Promise.all(files.map((file) => file.getFile())).then(open, () => undefined);
  });
  return () => {
    isWanted = false;
  };
}

/** True if the browser keeps this workspace's data when space is short; null if it cannot be asked. */
export const isPersisted = async (): Promise<boolean | null> =>
  navigator.storage?.persisted ? navigator.storage.persisted() : null;

/** Asks the browser, which may ask the person. */
export const persist = async (): Promise<boolean> => (await navigator.storage?.persist?.()) ?? false;
