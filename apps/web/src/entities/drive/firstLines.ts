import { remoteSource } from '#entities/viewer/fileBytes.ts';

/** Enough for what fits in a small picture. */
const BYTES = 1600;
const LINES = 14;
const CHARS = 80;
/** Files whose beginning stays in memory. */
const KEPT = 300;

export interface FirstLine {
  kind: 'heading' | 'item' | 'text';
  text: string;
}

const known = new Map<string, Promise<readonly FirstLine[]>>();

/** The beginning of a text file in lines; empty if it is no text. `version` differs once its content does. */
export function readFirstLines(
  address: string,
  size: number,
  version: string,
  isMarkdown: boolean,
): Promise<readonly FirstLine[]> {
  const there = known.get(version);
  if (there) return there;
  const asked = remoteSource(address, size, new AbortController().signal)
    .read(0, Math.min(size, BYTES))
    .then((bytes) => linesOf(bytes, isMarkdown));
  known.set(version, asked);
  asked.catch(() => known.delete(version));
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return asked;
}

export function linesOf(bytes: Uint8Array, isMarkdown: boolean): FirstLine[] {
  // As a stream: the last character may be cut.
  const text = new TextDecoder().decode(bytes, { stream: true });
  if (/[\0\uFFFD]/.test(text)) return [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return (isMarkdown ? lines.filter((line) => /[^\s|:*_=-]/.test(line)) : lines)
    .slice(0, LINES)
    .map((line) => (isMarkdown ? markdownLine(line) : { kind: 'text', text: line.slice(0, CHARS) }));
}

function markdownLine(line: string): FirstLine {
  const heading = /^#{1,6} +(.*)$/.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', text: plain(heading) };
  const item = /^\s*(?:[-*+]|\d+[.)]) +(?:\[[ xX]\] +)?(.*)$/.exec(line)?.[1];
  return item === undefined ? { kind: 'text', text: plain(line) } : { kind: 'item', text: plain(item) };
}

/** Without the signs of emphasis, code and links. */
const plain = (text: string) =>
  text
    .replaceAll(/!?\[([^[\]]{0,80})\]\([^()]{0,400}\)/g, '$1')
    .replaceAll(/[*_`|]+/g, ' ')
    .trim()
    .slice(0, CHARS);
