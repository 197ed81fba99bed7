import { renderAsync } from 'docx-preview';
import { ViewerError } from '../fileBytes.ts';
import { sandboxedPage } from '../safeHtml.ts';
import { openOffice, parseXml } from '../zip/officeFile.ts';
import { storedZip } from '../zip/storedZip.ts';
import { prepareWord } from './prepareWord.tsx';

const MAX_PARTS = 5000;

/**
 * Converts a Word document to a page for a sandbox. The library gets only parts that were unpacked within limits here,
 * and its result is cleaned like a stranger's HTML.
 *
 * @throws ViewerError
 */
export async function wordPage(bytes: Uint8Array<ArrayBuffer>, { isNarrow }: { isNarrow: boolean }): Promise<string> {
  const file = await openOffice(bytes);
  if (!file.has('word/document.xml') && !file.names.some((name) => /document\d*\.xml$/.test(name)))
    throw new ViewerError('broken');
  const root = [...(await file.relations('')).values()].find(({ type }) => type === 'officeDocument')?.target;
  const prepared = await prepareWord(file, root ?? 'word/document.xml');
  const parts: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const name of file.names.slice(0, MAX_PARTS)) {
    // Pages of HTML inside a document, macros and embedded files are left out.
    if (name.endsWith('/') || /\.(html?|mht(ml)?|bin|exe|js)$/i.test(name)) continue;
    if (name === root && prepared) {
      parts.push({ name, bytes: new TextEncoder().encode(prepared.markup) });
      continue;
    }
    const content = await file.bytes(name);
    if (/\.(xml|rels)$/i.test(name)) parseXml(new TextDecoder().decode(content));
    parts.push({ name, bytes: content });
  }
  const [box, styles] = [document.createElement('div'), document.createElement('div')];
  try {
    await renderAsync(new Blob([storedZip(parts)]), box, styles, {
      className: 'docx',
      inWrapper: true,
      ignoreFonts: true,
      ignoreWidth: isNarrow,
      ignoreHeight: isNarrow,
      useBase64URL: true,
      renderAltChunks: false,
      renderComments: false,
      renderHeaders: true,
      renderFooters: true,
      renderFootnotes: true,
      renderEndnotes: true,
      experimental: false,
    });
  } catch {
    throw new ViewerError('broken');
  }
  const page = withSigns(styles.innerHTML + box.innerHTML);
  return sandboxedPage(prepared?.withCharts(page) ?? page, { style: isNarrow ? PAPER + NARROW : PAPER });
}

/** Word's bullets are characters of its fonts Symbol and Wingdings, which readers may not have. */
const SIGNS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf06e': '■',
  '\uf071': '❑',
  '\uf076': '❖',
  '\uf0a8': '◻',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0fc': '✓',
  '\uf0fb': '✗',
};
const withSigns = (html: string): string => html.replace(/[\uf020-\uf0ff]/g, (sign) => SIGNS[sign] ?? sign);

const PAPER = `
body { margin: 0; background: transparent; }
.docx-wrapper { background: transparent !important; padding: 24px 16px 64px !important; }
section.docx { box-shadow: 0 1px 4px rgb(0 0 0 / 25%) !important; border-radius: 3px; color: #1c1e21; }
`;
const NARROW = `
.docx-wrapper { padding: 0 !important; }
section.docx { box-shadow: none !important; padding: 20px 16px !important; width: auto !important; margin: 0 !important; overflow-x: auto; }
img { max-width: 100%; height: auto; }
`;
