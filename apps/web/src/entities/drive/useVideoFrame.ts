import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { type RefObject, useEffect, useState } from 'react';
import { fileKindOf } from '#entities/viewer/fileKinds.ts';
import { useFileAddress } from '#sync/files.ts';

const AHEAD = '200px';
/** The frame at this time is shown, because many videos begin black. */
const AT_SECONDS = 1;

interface VideoFrame {
  /** The address of the video; undefined if nothing is to be loaded. */
  src: string | undefined;
  /** True once a frame is drawn. Before, and if the browser cannot play the file, the icon is shown. */
  'data-drawn': boolean | undefined;
  onLoadedData: () => void;
}

/**
 * One frame of a video, once its element comes into view. The browser asks for the parts of the file that it needs, and
 * for nothing where people save data.
 */
export function useVideoFrame(file: DriveFile, element: RefObject<Element | null>): VideoFrame {
  const isVideo = file.size > 0 && file.thumb === '' && fileKindOf(file) === 'film' && !savesData();
  const address = useFileAddress(isVideo ? file.url : '');
  const [seen, setSeen] = useState(false);
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    const target = element.current;
    if (!address || !target || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: AHEAD,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [address, element]);
  const src = seen && address ? `${address}#t=${AT_SECONDS}` : undefined;
  return { src, 'data-drawn': drawn === src || undefined, onLoadedData: () => setDrawn(src ?? '') };
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
