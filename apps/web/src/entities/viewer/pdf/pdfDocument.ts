import type * as Library from 'pdfjs-dist';
import type { PDFWorker } from 'pdfjs-dist';

/** The folder with character maps and fonts, next to the application's files. */
const ASSETS = '/assets/pdfjs/';
const RANGE_BYTES = 64 * 1024;
/** The largest number of pixels: a page may claim any size, and larger pictures are drawn smaller. */
export const MAX_PIXELS = 2 ** 25;

/** The options for every PDF: it is read in parts, and its scripts do not run. */
export const documentOptions = (address: string, worker: PDFWorker) =>
  ({
    url: address,
    // Damaged documents are shown as far as possible; the library’s warnings are not logged.
    verbosity: 0,
    worker,
    rangeChunkSize: RANGE_BYTES,
    // Reading ahead is off: it would load all of the file while a person looks at the first page.
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // Code made of text and WebAssembly are off, because the page's policy does not allow them.
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: `${ASSETS}wasm/`,
    cMapUrl: `${ASSETS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    maxImageSize: MAX_PIXELS,
  }) as Parameters<typeof Library.getDocument>[0];
