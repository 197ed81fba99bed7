import { readFile } from 'node:fs/promises';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Gathered } from './textOf.ts';

const MAX_PAGES = 2000;

/** The text of a PDF, page by page. Fonts, pictures and scripts are not loaded. */
export async function pdfText(path: string): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(await readFile(path)),
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await loading.promise;
    const gathered = new Gathered();
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && !gathered.isFull; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) gathered.add(item.hasEOL ? `${item.str}\n` : item.str);
      gathered.add('\n');
      page.cleanup();
    }
    return gathered.text;
  } finally {
    await loading.destroy();
  }
}
