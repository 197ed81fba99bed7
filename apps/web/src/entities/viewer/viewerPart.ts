import { later } from '#sync/store/later.ts';

/** The viewer, whose code loads with the first opened file or before (`warmViewer`). */
export const FileViewer = later(async () => (await import('./FileViewer.tsx')).FileViewer);
