import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { PREVIEW } from '../viewedFile.ts';
import { documentOptions } from './pdfDocument.ts';
import { loadPdfLibrary } from './pdfLibrary.ts';

/** A document that nobody opened is dropped after this time. */
const LIFE_MS = 20_000;

let prepared: { address: string; task: PDFDocumentLoadingTask; timer: ReturnType<typeof setTimeout> } | undefined;

/** Reads the first page of a PDF that somebody points at, one at a time. It is not noted as opened. */
export async function preparePdf(address: string): Promise<void> {
  if (prepared?.address === address) return;
  const { pdfjs, runningWorker } = await loadPdfLibrary();
  drop();
  const task = pdfjs.getDocument(documentOptions(`${address}${PREVIEW}`, runningWorker()));
  prepared = { address, task, timer: setTimeout(drop, LIFE_MS) };
  // The document is dropped at an error or a request for a password, which are shown when the file is opened.
  const forget = () => prepared?.task === task && drop();
  task.onPassword = forget;
  task.promise.then(drawSmall).catch(forget);
}

/** Reads the drawing and the fonts of the first page, which the document keeps. */
async function drawSmall(pdf: PDFDocumentProxy): Promise<void> {
  const page = await pdf.getPage(1);
  const { width } = page.getViewport({ scale: 1 });
  const canvas = document.createElement('canvas');
  await page.render({ canvas, viewport: page.getViewport({ scale: SMALL_PX / width }) }).promise;
}
const SMALL_PX = 32;

/**
 * Returns the document that was prepared for this address, for its viewer alone. The server then notes that it was
 * opened.
 */
export function takePrepared(address: string): PDFDocumentLoadingTask | undefined {
  if (prepared?.address !== address) return undefined;
  const { task, timer } = prepared;
  clearTimeout(timer);
  prepared = undefined;
  setTimeout(noteOpened, NOTE_MS, address);
  return task;
}

/** Records the opening after the first page. Only the request matters; its answer is not needed. */
function noteOpened(address: string): void {
  fetch(address, { priority: 'low' })
    .then((answer) => answer.body?.cancel())
    .catch(() => undefined);
}
const NOTE_MS = 1500;

function drop(): void {
  if (!prepared) return;
  clearTimeout(prepared.timer);
  void prepared.task.destroy();
  prepared = undefined;
}
