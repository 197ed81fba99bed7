import { useEffect, useRef } from 'react';
import { fileAddress } from '#sync/files.ts';
import { fileKindOf } from './fileKinds.ts';
import { warmViewer } from './warmViewer.ts';

const WAIT_MS = 2000;

interface Listed {
  ext: string;
  size: number;
}

/** Loads the PDF viewer, the largest one, while a list of files with a PDF is looked at and nothing else happens. */
export function useWarmViewer(files: readonly Listed[]): void {
  const hasPdf = files.some((file) => fileKindOf(file) === 'pdf');
  useEffect(() => {
    if (!hasPdf) return;
    const begin = () => warmViewer({ ext: 'pdf', size: 1 });
    // Safari has no idle callback.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(begin, WAIT_MS / 4);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(begin, { timeout: WAIT_MS });
    return () => window.cancelIdleCallback(idle);
  }, [hasPdf]);
}

/** A pointer that only crosses a file asks for nothing. */
const REST_MS = 80;

/** Begins to read the PDF on which the pointer rests: its viewer then shows what is there. */
export function usePointedPdf(): (file: (Listed & { url: string }) | undefined) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (file) => {
    clearTimeout(timer.current);
    if (!file || file.size === 0 || fileKindOf(file) !== 'pdf') return;
    timer.current = setTimeout(() => {
      const address = fileAddress(file.url);
      // Offline it is requested again when the file is opened.
      if (address)
        void import('./pdf/preparedPdf.ts').then(({ preparePdf }) => preparePdf(address)).catch(() => undefined);
    }, REST_MS);
  };
}
