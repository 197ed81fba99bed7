import { readFile, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { fileModeOf } from '@atrium/contract/files/fileModes.ts';
import { partsOf, wordsOfParts } from '@atrium/richtext/document/parts.ts';
import { searchTerms } from '@atrium/richtext/search/searchTerms.ts';
import { wordsIn } from '#modules/files/words.service';
import { officeText } from './officeText.ts';
import { MAX_PLAIN_BYTES, readerFor, type TextAnswer, TextCollector, type TextOrder } from './textOf.ts';

/** The number of different words by which a file is found. */
const MAX_TERMS = 20_000;
/** A larger picture is not used as a cover. */
const MAX_COVER_BYTES = 16 * 1024 * 1024;
/** The words of a file take at most this many bytes, because PostgreSQL limits them to a megabyte. */
const MAX_TERMS_BYTES = 600_000;

/** The library is loaded with the first PDF only. A PDF whose page cannot be drawn has no picture. */
async function readPdf({ path, picture }: TextOrder): Promise<Read> {
  const reader = await import('./pdfText.ts');
  return reader.readPdf(path, async (pdf) => ({
    text: await reader.pdfText(pdf),
    pictureBytes: picture ? await reader.pdfPicture(pdf, picture).catch(() => 0) : 0,
  }));
}

/** A file that cannot be drawn has no picture. */
async function sketched(picture: string | undefined, draw: (to: string) => Promise<number>): Promise<number> {
  return picture ? draw(picture).catch(() => 0) : 0;
}

async function readOffice({ path, picture }: TextOrder): Promise<Read> {
  const text = await officeText(path);
  const sketch = await import('./sketch.ts');
  return { text, pictureBytes: await sketched(picture, (to) => sketch.sketchText(text, to)) };
}

async function readParts({ path, ext, picture }: TextOrder): Promise<Read> {
  const mode = fileModeOf({ ext, size: 0 });
  const format = mode === 'mind' || mode === 'sheet' ? mode : 'drawing';
  const parts = partsOf(await readFile(path, 'utf8'), format);
  if (!parts) return { text: '', pictureBytes: 0 };
  const gathered = new TextCollector();
  gathered.add(wordsOfParts(parts, format));
  const { sketchDrawing, sketchMind, sketchSheet } = await import('./sketch.ts');
  const draw = { drawing: sketchDrawing, mind: sketchMind, sheet: sketchSheet }[format];
  return { text: gathered.text, pictureBytes: await sketched(picture, (to) => draw(parts, to)) };
}

/** Reads the tags and the cover of music. Recordings of people mostly have none. */
async function readSound({ path, ext, picture }: TextOrder): Promise<Read> {
  const { parseBuffer, selectCover } = await import('music-metadata');
  const options = { duration: false, skipCovers: picture === undefined };
  // The name is passed too, because the bytes of a short file do not say what it is.
  const { common } = await parseBuffer(await readFile(path), { path: `sound.${ext}` }, options);
  const gathered = new TextCollector();
  const artists = common.artists ?? (common.artist ? [common.artist] : []);
  for (const line of [common.title, artists.join(', '), common.album, common.albumartist, ...(common.genre ?? [])])
    if (line) gathered.add(`${line}\n`);
  const cover = selectCover(common.picture);
  if (!picture || !cover || cover.data.length > MAX_COVER_BYTES) return { text: gathered.text, pictureBytes: 0 };
  await writeFile(picture, cover.data, { flag: 'wx', mode: 0o600 });
  return { text: gathered.text, pictureBytes: cover.data.length };
}

async function readPlain({ path }: TextOrder): Promise<Read> {
  const gathered = new TextCollector();
  const bytes = await readFile(path);
  // The text ends before a character that was cut in two, which would make it look like another encoding.
  const end = bytes.length < MAX_PLAIN_BYTES ? bytes.length : bytes.lastIndexOf('\n') + 1;
  gathered.add(wordsIn(bytes.subarray(0, end)) ?? '');
  return { text: gathered.text, pictureBytes: 0 };
}

function termsIn(text: string): string[] {
  const terms: string[] = [];
  let bytes = 0;
  for (const term of searchTerms(text)) {
    bytes += Buffer.byteLength(term) + 16;
    if (terms.length >= MAX_TERMS || bytes > MAX_TERMS_BYTES) break;
    terms.push(term);
  }
  return terms;
}

type Read = Pick<TextAnswer, 'text' | 'pictureBytes'>;
async function read(order: TextOrder): Promise<Read> {
  switch (readerFor(order.ext)) {
    case 'pdf':
      return readPdf(order);
    case 'office':
      return readOffice(order);
    case 'parts':
      return readParts(order);
    case 'sound':
      return readSound(order);
    case 'plain':
      return readPlain(order);
    default:
      return { text: '', pictureBytes: 0 };
  }
}

async function answer(order: TextOrder): Promise<void> {
  const found = await read(order).then(
    (each): TextAnswer => ({ ...each, terms: termsIn(each.text) }),
    (error: unknown) => ({ failed: String(error) }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(found);
}

parentPort?.on('message', (order: TextOrder) => void answer(order));
