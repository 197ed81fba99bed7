import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The collected data is beside the repository, or where `ATRIUM_SHARED` says. */
const shared = [process.env['ATRIUM_SHARED'], resolve(repository, '../shared')].find(
  (path) => path && existsSync(resolve(path, 'data')),
);

/** The path of a file of the collected data, or null if this machine has none. */
export function dataFile(path: string): string | null {
  const file = shared ? resolve(shared, 'data', path) : '';
  return file && existsSync(file) ? file : null;
}

export function readData(path: string): string {
  const file = dataFile(path);
  if (!file) throw new Error(`No ${path} here`);
  return readFileSync(file, 'utf8');
}

export interface Element {
  name: string;
  attributes: Record<string, string>;
  isImplied: boolean;
}

/** Parses HTML with a parser that the code under test does not use. */
export function elementsOf(html: string): { elements: Element[]; text: string; isBalanced: boolean; others: number } {
  const elements: Element[] = [];
  let text = '';
  let silent = 0;
  let isBalanced = true;
  let others = 0;
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      elements.push({ name, attributes, isImplied });
      if (isImplied) isBalanced = false;
      if (name === 'script' || name === 'style') silent++;
    },
    onclosetag(name, isImplied) {
      if (isImplied && !['img', 'br', 'hr'].includes(name)) isBalanced = false;
      if (name === 'script' || name === 'style') silent--;
    },
    ontext(part) {
      if (silent === 0) text += part;
    },
    oncomment() {
      others++;
    },
    onprocessinginstruction() {
      others++;
    },
  });
  parser.write(html);
  parser.end();
  return { elements, text, isBalanced, others };
}

const messageTags = 'blockquote strong pre ol ul li em p s u a img span code'.split(' ');
const markdownTags = [...messageTags, ...'h1 h2 h3 h4 h5 h6 table thead tbody tr th td hr br'.split(' ')];
const attributesOf: Record<string, string[]> = {
  a: ['href', 'target', 'rel', 'class', 'style'],
  img: ['src', 'class', 'width', 'height', 'alt'],
  span: ['class', 'data-id', 'data-quick-key', 'style'],
  li: ['data-list', 'style'],
  code: ['class'],
  ol: ['start', 'style'],
};
const address = /^(?:https?:\/\/|mailto:|tel:|\{\{RemoteURL\}\}(?![^/]*:|\/))/i;

/** Problems of HTML that should be safe to render; empty if there are none. */
export function faultsOf(html: string, kind: 'message' | 'markdown'): string[] {
  const faults: string[] = [];
  const { elements, isBalanced, others } = elementsOf(html);
  if (!isBalanced) faults.push('unbalanced');
  if (others > 0) faults.push('a comment or an instruction');
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(html)) faults.push('a control character');
  for (const { name, attributes } of elements) {
    if (!(kind === 'message' ? messageTags : markdownTags).includes(name)) faults.push(`<${name}>`);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!(attributesOf[name] ?? ['style']).includes(attribute)) faults.push(`<${name} ${attribute}>`);
      if ((attribute === 'href' || attribute === 'src') && !address.test(value)) faults.push(`${attribute}=${value}`);
      if (attribute === 'style' && /url|expression|javascript|import|behaviou?r|\\|\/\*|@/i.test(value))
        faults.push(`style=${value}`);
    }
  }
  return faults;
}

/** Text without white space: what must survive sanitizing, regardless of line breaks. */
export const letters = (text: string): string =>
  text.toWellFormed().replace(/[\s\u0000-\u001f\u007f\u200b\ufeff\ufffe\uffff]+/g, '');
