import type * as Library from 'pdfjs-dist';
import type { PDFWorker } from 'pdfjs-dist';

/** The folder with character maps and fonts, next to the application's files. */
const ASSETS = '/assets/pdfjs/';
const RANGE_BYTES = 64 * 1024;
/** Larger pictures are drawn smaller: a page may claim any size. */
export const MAX_PIXELS = 2 ** 25;

/** The options for every PDF: it is read in parts, and its scripts do not run. */
export const documentOptions = (address: string, worker: PDFWorker) =>
  ({
    url: address,
    // Damaged documents are shown as far as possible; the library’s warnings are not logged.
    verbosity: 0,
    worker,
    rangeChunkSize: RANGE_BYTES,
    // Reading on while a person looks at the first page would load all of it.
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // The page's policy allows no code made of text, and no WebAssembly.
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: `${ASSETS}wasm/`,
    cMapUrl: `${ASSETS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    maxImageSize: MAX_PIXELS,
  }) as Parameters<typeof Library.getDocument>[0];
