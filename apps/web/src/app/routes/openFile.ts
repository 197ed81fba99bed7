import { host } from '#host/browser.ts';
/** Opens a file of the file area in a window of its own, so that the app beside it stays. */
export const openFile = (id: number): void => host.openWindow(`/single/file/${id}`);
