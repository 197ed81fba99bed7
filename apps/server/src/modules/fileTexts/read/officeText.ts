import { NUMBER_FORMATS } from '@atrium/contract/files/numberFormats.ts';
import { format } from 'numfmt';
import { SaxesParser } from 'saxes';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { TextCollector } from './textOf.ts';

/**
 * The limit for all unpacked parts of a file together. They are counted while they are unpacked, because what a zip
 * declares may be false.
 */
const MAX_UNPACKED_BYTES = 96 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** The parts of a file that have text: of Word, Excel, PowerPoint and OpenDocument. */
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
    const gathered = new TextCollector();
    const formats: string[] = [];
    const styles = entries.find(({ fileName }) => fileName === 'xl/styles.xml');
    let bytes = styles ? await readPart(zip, styles, { parser: stylesParser(formats), before: 0 }) : 0;
    for (const entry of entries.filter(isWanted).sort(byName)) {
      if (gathered.isFull) break;
      const parser = textParser(gathered, { isOpenDocument: entry.fileName === 'content.xml', formats });
      bytes = await readPart(zip, entry, { parser, before: bytes, isDone: () => gathered.isFull });
      gathered.add('\n');
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

interface Reading {
  parser: SaxesParser;
  /** The number of bytes that were unpacked before. */
  before: number;
  isDone?: () => boolean;
}
/** Reads one part. Returns the bytes unpacked so far. */
async function readPart(zip: ZipFile, entry: Entry, { parser, before, isDone }: Reading): Promise<number> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opening) => (opening ? resolve(opening) : reject(error)));
  });
  const decoder = new TextDecoder();
  let bytes = before;
  // Leaving the loop destroys the stream.
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_UNPACKED_BYTES) throw new Error('too large when unpacked');
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (isDone?.()) return bytes;
  }
  return bytes;
}

const LINES = new Set(['p', 'h', 'si', 'is', 'row', 'br', 'line-break', 'table-row']);
const GAPS = new Set(['tab', 'c', 'tc', 's', 'table-cell']);

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
type Attributes = Record<string, string>;

/** Collects the formats of cells, by the number by which cells name them. */
function stylesParser(formats: string[]): SaxesParser {
  const parser = strictParser();
  const own = new Map<number, string>();
  let isInCells = false;
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    const { numFmtId, formatCode } = attributes as Attributes;
    if (tag === 'numFmt') own.set(Number(numFmtId), formatCode ?? '');
    else if (tag === 'cellXfs') isInCells = true;
    else if (tag === 'xf' && isInCells) {
      const id = Number(numFmtId);
      formats.push(own.get(id) ?? NUMBER_FORMATS[id] ?? '');
    }
  });
  parser.on('closetag', ({ name }) => {
    if (localName(name) === 'cellXfs') isInCells = false;
  });
  return parser;
}

/** Creates a parser that ends the reading at broken XML. */
function strictParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  return parser;
}

/** Writes a number as the workbook shows it; a day is stored as the number of days since 1900. */
function shownNumber(text: string, pattern: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  return format(pattern || 'General', value, { throws: false, dateErrorThrows: false, nbsp: false }).trim();
}

function textParser(
  gathered: TextCollector,
  { isOpenDocument, formats }: { isOpenDocument: boolean; formats: readonly string[] },
): SaxesParser {
  const parser = strictParser();
  let inText = 0;
  /** A cell's value is text unless it is the number of a shared string. */
  let isShared = false;
  /** The format of a cell with a number, whose digits may come in parts. */
  let pattern: string | undefined;
  let digits = '';
  const isText = (name: string) => (isOpenDocument ? name === 'body' : name === 't' || (name === 'v' && !isShared));
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === 'c') {
      const { t = 'n', s } = attributes as Attributes;
      isShared = t === 's';
      pattern = t === 'n' && formats.length > 0 ? (formats[Number(s ?? 0)] ?? '') : undefined;
    }
    if (isText(tag)) inText += 1;
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (isText(tag)) inText -= 1;
    if (tag === 'v' && digits !== '') {
      gathered.add(shownNumber(digits, pattern ?? ''));
      digits = '';
    }
    if (LINES.has(tag)) gathered.add('\n');
    else if (GAPS.has(tag)) gathered.add(' ');
  });
  parser.on('text', (text) => {
    if (inText === 0) return;
    if (pattern === undefined) gathered.add(text);
    else digits += text;
  });
  return parser;
}
