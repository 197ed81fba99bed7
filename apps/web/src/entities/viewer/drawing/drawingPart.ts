import { lazyPart } from '#sync/store/lazyPart.ts';

declare global {
  interface Window {
    /** The address of Excalidraw's fonts. It is read when the library loads, which uses another site otherwise. */
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

/** The drawing, with the library behind it: 600 KB that few people open. */
export const Drawing = lazyPart(async () => {
  window.EXCALIDRAW_ASSET_PATH = '/assets/excalidraw/';
  return (await import('./Drawing.tsx')).Drawing;
});
