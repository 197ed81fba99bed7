import { type ReactNode, useEffect, useRef, useState } from 'react';
import { documentOptions } from './pdfDocument.ts';
import { loadPdfLibrary } from './pdfLibrary.ts';

/** The first page of a PDF as a picture; `fallback` until it is drawn, and if it cannot be. */
export function FirstPage({ address, fallback }: { address: string; fallback: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let close = () => {};
    let isWanted = true;
    const draw = async () => {
      const { pdfjs, runningWorker } = await loadPdfLibrary();
      const target = canvas.current;
      if (!isWanted || !target) return;
      const task = pdfjs.getDocument(documentOptions(address, runningWorker()));
      close = () => void task.destroy();
      // Nothing is shown for a PDF with a password, which is asked for when the file is opened.
      task.onPassword = close;
      const page = await (await task.promise).getPage(1);
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (WIDTH * Math.min(2, window.devicePixelRatio)) / width });
      target.width = viewport.width;
      target.height = viewport.height;
      await page.render({ canvas: target, viewport }).promise;
      if (isWanted) setDrawn(true);
    };
    draw().catch(() => undefined);
    return () => {
      isWanted = false;
      close();
    };
  }, [address]);
  return (
    <>
      {!isDrawn && fallback}
      <canvas ref={canvas} style={{ display: isDrawn ? 'block' : 'none', width: '100%' }} aria-hidden />
    </>
  );
}

/** The width in CSS pixels. */
const WIDTH = 320;
