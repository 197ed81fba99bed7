import { contextBridge, ipcRenderer } from 'electron';

/** For the pages of the shell itself: each requests its content, and sends the person's choice. */
contextBridge.exposeInMainWorld('atriumLocal', {
  load: () => ipcRenderer.invoke('local-load') as Promise<unknown>,
  choose: (chosen: unknown) => ipcRenderer.invoke('local-choose', chosen) as Promise<unknown>,
});
