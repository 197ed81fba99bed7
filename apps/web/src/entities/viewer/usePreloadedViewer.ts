import { useEffect } from 'react';
import { fileAddress } from '#sync/files.ts';
import { fileKindOf } from './fileKinds.ts';
import { preloadViewer } from './preloadViewer.ts';

const WAIT_MS = 2000;

interface Listed {
  ext: string;
  size: number;
}

/** Loads the PDF viewer, the largest one, while a list of files with a PDF is looked at and nothing else happens. */
export function usePreloadedViewer(files: readonly Listed[]): void {
  const hasPdf = files.some((file) => fileKindOf(file) === 'pdf');
  useEffect(() => {
    if (!hasPdf) return;
    const begin = () => preloadViewer({ ext: 'pdf', size: 1 });
    // Safari has no `requestIdleCallback`.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(begin, WAIT_MS / 4);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(begin, { timeout: WAIT_MS });
    return () => window.cancelIdleCallback(idle);
  }, [hasPdf]);
}

/** Begins to read a PDF that is about to be opened, so that its viewer can show it at once. */
export function prepareViewer(file: Listed & { url: string }): void {
  if (file.size === 0 || fileKindOf(file) !== 'pdf') return;
  const address = fileAddress(file.url);
  // If this fails, for example offline, it is requested again when the file is opened.
  if (address) void import('./pdf/preparedPdf.ts').then(({ preparePdf }) => preparePdf(address)).catch(() => undefined);
}
