import { useEffect } from 'react';
import { fileKindOf } from './fileKinds.ts';
import { warmViewer } from './warmViewer.ts';

const WAIT_MS = 2000;

/** Loads the PDF viewer, the largest one, while a list of files with a PDF is looked at and nothing else happens. */
export function useWarmViewer(files: readonly { ext: string; size: number }[]): void {
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
