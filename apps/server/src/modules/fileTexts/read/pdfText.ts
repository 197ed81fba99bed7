import { readFile, writeFile } from 'node:fs/promises';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfLibrary as library, PICTURE, QUALITY } from './canvas.ts';
import { TextCollector } from './textOf.ts';

const MAX_PAGES = 2000;
/** The largest picture that is read from a page, in pixels. */
const MAX_PIXELS = 16_000_000;

/** A canvas as the library creates it in Node, with its own dependency `@napi-rs/canvas`. */
interface Canvas {
  canvas: { encode(type: 'webp', quality: number): Promise<Uint8Array> };
  context: unknown;
}

/** Reads a PDF; fonts are drawn as shapes, and scripts are not run. */
export async function readPdf<T>(file: string, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const loading = getDocument({
    data: new Uint8Array(await readFile(file)),
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: `${library}/standard_fonts/`,
    cMapUrl: `${library}/cmaps/`,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: MAX_PIXELS,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await use(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

/** Reads the text, page by page. */
export async function pdfText(pdf: PDFDocumentProxy): Promise<string> {
  const gathered = new TextCollector();
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && !gathered.isFull; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) gathered.add(item.hasEOL ? `${item.str}\n` : item.str);
    gathered.add('\n');
    page.cleanup();
  }
  return gathered.text;
}

/** Writes a picture of the first page, as WebP. @returns its bytes */
export async function pdfPicture(pdf: PDFDocumentProxy, to: string): Promise<number> {
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: PICTURE / Math.max(width, height) });
  const factory = pdf.canvasFactory as { create(width: number, height: number): Canvas };
  const { canvas, context } = factory.create(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  const target = { canvas, canvasContext: context, viewport, background: '#ffffff' };
  await page.render(target as unknown as Parameters<typeof page.render>[0]).promise;
  const bytes = await canvas.encode('webp', QUALITY);
  await writeFile(to, bytes, { mode: 0o600 });
  return bytes.length;
}
