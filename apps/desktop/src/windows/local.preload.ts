import { contextBridge, ipcRenderer } from 'electron';

/** For the pages of the shell itself: each asks for its content, and says what the person has chosen. */
contextBridge.exposeInMainWorld('atriumLocal', {
  load: () => ipcRenderer.invoke('local-load') as Promise<unknown>,
  choose: (chosen: unknown) => ipcRenderer.invoke('local-choose', chosen) as Promise<unknown>,
});
