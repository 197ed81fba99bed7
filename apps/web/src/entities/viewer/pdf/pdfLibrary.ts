import type * as Library from 'pdfjs-dist';
import type { PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite makes the address
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

let library: ReturnType<typeof load> | undefined;

/** The library, its viewer's parts and a worker, which all PDFs share: starting one takes longer than a page. */
export function loadPdfLibrary(): ReturnType<typeof load> {
  library ??= load().catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

async function load() {
  const style = import('pdfjs-dist/web/pdf_viewer.css');
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;
  let worker = new pdfjs.PDFWorker({ verbosity: 0 });
  // The viewer's parts take the library from where it has put itself.
  const [parts] = await Promise.all([import('pdfjs-dist/web/pdf_viewer.mjs'), style]);
  drawBlankPage(pdfjs, worker);
  const runningWorker = (): PDFWorker => {
    if (worker.destroyed) worker = new pdfjs.PDFWorker({ verbosity: 0 });
    return worker;
  };
  return { pdfjs, parts, runningWorker };
}

/** A document of one page with one letter. */
const BLANK =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj ' +
  '4 0 obj<</Length 25>>stream\nBT /F 9 Tf 1 1 Td(a)Tj ET \nendstream endobj ' +
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj trailer<</Root 1 0 R>>';

/** Browsers compile code when it first runs: drawing anything now saves a third of the first page's time. */
function drawBlankPage(pdfjs: typeof Library, worker: PDFWorker): void {
  const task = pdfjs.getDocument({ data: new TextEncoder().encode(BLANK), worker, verbosity: 0 });
  const draw = async () => {
    const page = await (await task.promise).getPage(1);
    const canvas = document.createElement('canvas');
    await page.render({ canvas, viewport: page.getViewport({ scale: 1 }) }).promise;
  };
  draw()
    .catch(() => undefined)
    .finally(() => void task.destroy());
}
