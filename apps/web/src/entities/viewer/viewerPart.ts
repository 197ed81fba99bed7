import { lazyPart } from '#sync/store/lazyPart.ts';

/** The viewer, whose code loads with the first opened file or before (`preloadViewer`). */
export const FileViewer = lazyPart(async () => (await import('./FileViewer.tsx')).FileViewer);
