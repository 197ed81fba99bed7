import { SaxesParser } from 'saxes';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { Gathered } from './textOf.ts';

/** All parts of a file together, unpacked: counted while unpacking, since what a zip declares may be false. */
const MAX_UNPACKED_BYTES = 96 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** Parts with text: of Word, Excel, PowerPoint, and of OpenDocument. */
const PARTS = [
  /^word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
  /^xl\/(?:sharedStrings|worksheets\/sheet\d+|comments\d*)\.xml$/,
  /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
  /^content\.xml$/,
];

/** The text of an office file. Definitions of entities are not followed, and nothing in it is run. */
export async function officeText(path: string): Promise<string> {
  const zip = await opened(path);
  try {
    const entries = await entriesOf(zip);
    const gathered = new Gathered();
    let bytes = 0;
    for (const entry of entries.filter(isWanted).sort(byName)) {
      if (gathered.isFull) break;
      bytes = await readPart(zip, entry, gathered, bytes);
    }
    return gathered.text;
  } finally {
    zip.close();
  }
}

const isWanted = ({ fileName }: Entry) => PARTS.some((part) => part.test(fileName));
const byName = (a: Entry, b: Entry) => a.fileName.localeCompare(b.fileName, 'en', { numeric: true });

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, zip) => (zip ? resolve(zip) : reject(error)));
  });
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) reject(new Error('too many entries'));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Adds the text of one part. Returns the bytes unpacked so far. */
async function readPart(zip: ZipFile, entry: Entry, gathered: Gathered, before: number): Promise<number> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opening) => (opening ? resolve(opening) : reject(error)));
  });
  const parser = textParser(gathered, entry.fileName === 'content.xml');
  const decoder = new TextDecoder();
  let bytes = before;
  // Leaving the loop destroys the stream.
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_UNPACKED_BYTES) throw new Error('too large when unpacked');
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (gathered.isFull) return bytes;
  }
  gathered.add('\n');
  return bytes;
}

const LINES = new Set(['p', 'h', 'si', 'is', 'row', 'br', 'line-break', 'table-row']);
const GAPS = new Set(['tab', 'c', 'tc', 's', 'table-cell']);

function textParser(gathered: Gathered, isOpenDocument: boolean): SaxesParser {
  const parser = new SaxesParser();
  let inText = 0;
  /** A cell's value is text unless it is the number of a shared string. */
  let isShared = false;
  const isText = (name: string) => (isOpenDocument ? name === 'body' : name === 't' || (name === 'v' && !isShared));
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => {
    const tag = local(name);
    if (tag === 'c') isShared = (attributes as Record<string, string>)['t'] === 's';
    if (isText(tag)) inText += 1;
  });
  parser.on('closetag', ({ name }) => {
    const tag = local(name);
    if (isText(tag)) inText -= 1;
    if (LINES.has(tag)) gathered.add('\n');
    else if (GAPS.has(tag)) gathered.add(' ');
  });
  parser.on('text', (text) => {
    if (inText > 0) gathered.add(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  return parser;
}
