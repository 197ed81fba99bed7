import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { type RefObject, useEffect, useState } from 'react';
import { PREVIEW } from '#entities/viewer/viewedFile.ts';
import { useFileAddress } from '#sync/files.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';

const MB = 1024 * 1024;
/** The largest files in bytes that are drawn here: kinds of pictures of which the server makes no thumbnails. */
const LIMITS: Readonly<Record<string, number>> = {
  ...{ svg: MB, avif: 3 * MB, bmp: 5 * MB, ico: MB, tif: 5 * MB, tiff: 5 * MB },
};
const AHEAD = '200px';
/** The width of a small picture in CSS pixels, twice for fine screens. */
const WIDTH = 480;

/** Pictures are drawn one at a time, because decoding blocks the page. */
let queue: Promise<unknown> = Promise.resolve();

/** The address of a small picture of a file, drawn once its element comes into view; '' for other kinds and before. */
export function useDrawnPicture(file: DriveFile, element: RefObject<Element | null>): string {
  const ext = file.ext.toLowerCase();
  const isWanted = file.thumb === '' && file.size > 0 && file.size <= (LIMITS[ext] ?? 0);
  const address = useFileAddress(isWanted ? file.url : '', PREVIEW);
  const version = `${file.id} ${file.updated_at} ${file.size}`;
  const [shown, setShown] = useState({ of: '', url: '' });
  useEffect(() => {
    const target = element.current;
    if (!address || !target || !('IntersectionObserver' in globalThis)) return;
    const ended = new AbortController();
    let cancel = () => {};
    let url = '';
    const draw = async () => {
      if (ended.signal.aborted) return;
      const picture = await drawSmall(address, ext, ended.signal);
      if (ended.signal.aborted) return;
      url = URL.createObjectURL(picture);
      setShown({ of: version, url });
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        cancel = afterPaint(() => {
          // If a picture cannot be drawn, because it is broken or the device is offline, its icon stays.
          queue = queue.then(draw).catch(() => undefined);
          return queue;
        });
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => {
      ended.abort();
      cancel();
      observer.disconnect();
      URL.revokeObjectURL(url);
      setShown({ of: '', url: '' });
    };
  }, [address, version, ext, element]);
  return shown.of === version ? shown.url : '';
}

async function drawSmall(address: string, ext: string, signal: AbortSignal): Promise<Blob> {
  const [{ openPicture }, { readBytes }] = await Promise.all([
    import('#entities/viewer/media/decodePicture.ts'),
    import('#entities/viewer/fileBytes.ts'),
  ]);
  const picture = await openPicture(await readBytes(address, LIMITS[ext] ?? 0, signal), ext);
  const whole = await picture.draw(0);
  // An SVG is used as it is, because browsers draw it at any size.
  if (ext === 'svg') return whole;
  const bitmap = await createImageBitmap(whole, { resizeWidth: WIDTH, resizeQuality: 'medium' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/webp' });
}
