import { contextBridge, ipcRenderer } from 'electron';

/** Set by the main process: what this shell can do, as JSON. */
const WISH = '--atrium-port=';
const port = process.argv.find((each) => each.startsWith(WISH))?.slice(WISH.length);

// The page gets two functions that take and give text, and nothing of Electron. Frames of others get nothing.
if (port && process.isMainFrame) {
  contextBridge.exposeInMainWorld('atriumHost', {
    ...(JSON.parse(decodeURIComponent(port)) as object),
    post: (message: unknown) => ipcRenderer.send('atrium', String(message)),
    onMessage: (listener: (message: string) => void) =>
      void ipcRenderer.on('atrium', (_event, message: string) => listener(message)),
  });
}
