import type * as Library from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite makes the address
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type * as Parts from 'pdfjs-dist/web/pdf_viewer.mjs';

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
  // The viewer's parts are loaded after the library, because they look for it in a global variable.
  const [parts] = await Promise.all([import('pdfjs-dist/web/pdf_viewer.mjs'), style]);
  drawBlankPage(pdfjs, parts, worker);
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

/**
 * Shows a page in a hidden viewer, because browsers compile code when it first runs: this saves a third of the first
 * page's time.
 */
function drawBlankPage(pdfjs: typeof Library, parts: typeof Parts, worker: PDFWorker): void {
  const task = pdfjs.getDocument({ data: new TextEncoder().encode(BLANK), worker, verbosity: 0 });
  const box = document.createElement('div');
  box.ariaHidden = 'true';
  box.inert = true;
  // The box has a size and a place, because a viewer draws only into such a one.
  box.style.cssText = 'position:absolute;top:0;left:-99px;width:60px;height:60px;overflow:hidden;visibility:hidden';
  box.append(document.createElement('div'));
  document.body.append(box);
  const eventBus = new parts.EventBus();
  const linkService = new parts.PDFLinkService({ eventBus });
  const viewer = new parts.PDFViewer({ container: box, eventBus, linkService });
  linkService.setViewer(viewer);
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
    eventBus.on('textlayerrendered', resolve);
    setTimeout(resolve, BLANK_MS);
  });
  const draw = async () => {
    const blank = await task.promise;
    viewer.setDocument(blank);
    linkService.setDocument(blank);
    await isOver;
  };
  draw()
    .catch(end)
    .finally(() => {
      viewer.cleanup();
      viewer.setDocument(null as unknown as PDFDocumentProxy);
      box.remove();
      void task.destroy();
    });
}
/** The hidden viewer closes after this time if no text layer is drawn, as in a page in the background. */
const BLANK_MS = 5000;
