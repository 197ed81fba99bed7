import { remoteSource } from '#entities/viewer/fileBytes.ts';

/** The number of bytes that are read; more would not fit in a small picture. */
const BYTES = 1600;
/** The number of bytes for a mail, whose headers alone are often longer than that. */
const MAIL_BYTES = 64 * 1024;
const LINES = 14;
const CHARS = 80;
/** The first or last line of a block of code, with its language. */
const FENCE = /^\s*(?:```|~~~)[^`]*$/;
/** The number of files whose beginning stays in memory. */
const KEPT = 300;

export interface FirstLine {
  kind: 'heading' | 'item' | 'text';
  text: string;
}

const known = new Map<string, Promise<readonly FirstLine[]>>();

export type FirstFormat = 'markdown' | 'mail' | 'text';

/** Reads the beginning of a text file in lines; empty if it is no text. `version` differs once its content does. */
export function readFirstLines(
  address: string,
  size: number,
  version: string,
  format: FirstFormat,
): Promise<readonly FirstLine[]> {
  const there = known.get(version);
  if (there) return there;
  const asked = remoteSource(address, size, new AbortController().signal)
    .read(0, Math.min(size, format === 'mail' ? MAIL_BYTES : BYTES))
    .then((bytes) => (format === 'mail' ? mailLines(bytes) : linesOf(bytes, format === 'markdown')));
  known.set(version, asked);
  asked.catch(() => known.delete(version));
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return asked;
}

/** Reads the subject, the sender, and the beginning of the text of a mail. */
async function mailLines(bytes: Uint8Array<ArrayBuffer>): Promise<FirstLine[]> {
  const { readMail } = await import('#entities/viewer/mail/mail.ts');
  const { subject, from, text, html } = await readMail(bytes);
  const words = text || wordsIn(html);
  const lines = [from, ...words.split('\n')].map((line) => line.trim()).filter(Boolean);
  return [
    { kind: 'heading', text: subject.slice(0, CHARS) },
    ...lines.slice(0, LINES - 1).map((line): FirstLine => ({ kind: 'text', text: line.slice(0, CHARS) })),
  ];
}

/** The words of HTML, which is parsed without being shown, so that nothing in it runs or is loaded. */
function wordsIn(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const each of page.querySelectorAll('style,script')) each.remove();
  // A space is added after each block, because paragraphs would run together.
  for (const each of page.querySelectorAll('p,div,h1,h2,h3,h4,h5,h6,li,tr,br')) each.after('\n');
  return page.body.textContent;
}

export function linesOf(bytes: Uint8Array, isMarkdown: boolean): FirstLine[] {
  // The text is decoded as a stream, because the last character may be cut.
  const text = new TextDecoder().decode(bytes, { stream: true });
  if (/[\0\uFFFD]/.test(text)) return [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return (isMarkdown ? lines.filter((line) => /[^\s|:*_=-]/.test(line) && !FENCE.test(line)) : lines)
    .slice(0, LINES)
    .map((line) => (isMarkdown ? markdownLine(line) : { kind: 'text', text: line.slice(0, CHARS) }));
}

function markdownLine(line: string): FirstLine {
  const heading = /^#{1,6} +(.*)$/.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', text: plain(heading) };
  const item = /^\s*(?:[-*+]|\d+[.)]) +(?:\[[ xX]\] +)?(.*)$/.exec(line)?.[1];
  return item === undefined ? { kind: 'text', text: plain(line) } : { kind: 'item', text: plain(item) };
}

/** Removes the signs of emphasis, code, links and tags, such as those of mentions. */
const plain = (text: string) =>
  text
    .replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, '')
    .replaceAll(/!?\[([^[\]]{0,80})\]\([^()]{0,400}\)/g, '$1')
    .replaceAll(/[*_`|]+/g, ' ')
    .trim()
    .slice(0, CHARS);
