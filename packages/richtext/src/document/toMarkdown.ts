import { documentOf, FRONT } from './fromMarkdown.ts';
import type { DocumentNode } from './nodes.ts';

/** Deeper content is left out: the shared state is written by clients, and one may be hostile. */
const MAX_DEPTH = 60;

/** The Markdown text of a document: `documentOf` makes the same document of it, without empty paragraphs. */
export function markdownOf(document: DocumentNode): string {
  const text = blocks(document.content ?? [], 0);
  return text === '' ? '' : `${text}\n`;
}

/** The text of a document that is plain text: a line for each paragraph. */
export function linesOf(document: DocumentNode): string {
  return (document.content ?? []).map((block) => plain(block, 0)).join('\n');
}

function plain({ type, text, content }: DocumentNode, depth: number): string {
  if (type === 'hardBreak') return '\n';
  if (depth > MAX_DEPTH) return '';
  return text ?? (content ?? []).map((child) => plain(child, depth + 1)).join('');
}

function blocks(nodes: readonly DocumentNode[], depth: number): string {
  if (depth > MAX_DEPTH) return '';
  const parts: string[] = [];
  let before: DocumentNode | undefined;
  let isOther = false;
  for (const [index, node] of nodes.entries()) {
    const isFirst = depth === 0 && index === 0;
    const text = block(node, depth, isFirst);
    if (text === '') continue;
    // Two lists in a row would be read as one, unless their signs differ.
    const isSecond: boolean = isList(node) && before !== undefined && isList(before) && !isOther;
    const isSame: boolean = isSecond && (before?.type === 'orderedList') === (node.type === 'orderedList');
    isOther = isSame;
    parts.push(isSame ? block(node, depth, isFirst, true) : text);
    before = node;
  }
  return parts.join('\n\n');
}

const isList = ({ type }: DocumentNode) => type.endsWith('List');

function block(node: DocumentNode, depth: number, isFirst: boolean, isOther = false): string {
  const { type, attrs = {}, content = [] } = node;
  const bullet = isOther ? '*' : '-';
  switch (type) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(attrs['level']) || 1));
      const text = inline(content, (each) => `${'#'.repeat(level)} ${each}`).replaceAll('\n', ' ');
      return text.trim() === '#'.repeat(level) ? '' : text;
    }
    case 'blockquote':
      return prefixed(blocks(content, depth + 1), '> ', '> ');
    case 'codeBlock':
      return code(plain(node, 0), String(attrs['language'] ?? ''), isFirst);
    case 'mathBlock':
      return `$$\n${withoutFences(String(attrs['tex'] ?? ''))}\n$$`;
    case 'horizontalRule':
      return isFirst ? '***' : '---';
    case 'bulletList':
      return items(content, depth, () => `${bullet} `);
    case 'taskList':
      return items(content, depth, (item) => `${bullet} [${item.attrs?.['checked'] === true ? 'x' : ' '}] `);
    case 'orderedList': {
      const start = Math.min(999_999_999, Math.max(0, Number(attrs['start'] ?? 1) || 0));
      return items(content, depth, (_item, index) => `${start + index}${isOther ? ')' : '.'} `);
    }
    case 'table':
      return table(content);
    case 'paragraph':
      return inline(content, (each) => each);
    default:
      // An unknown node, for example from a newer version.
      return content.some(({ type: inner }) => inner === 'text')
        ? inline(content, (each) => each)
        : blocks(content, depth + 1);
  }
}

function code(text: string, language: string, isFirst: boolean): string {
  if (language === FRONT && isFirst && !/^---$/m.test(text)) return `---\n${text}\n---`;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replace(/[\s`]/g, '')}\n${text}${text ? '\n' : ''}${fence}`;
}

function items(
  list: readonly DocumentNode[],
  depth: number,
  mark: (item: DocumentNode, index: number) => string,
): string {
  const written = list.map((item, index) => {
    const sign = mark(item, index);
    const [first, ...others] = item.content ?? [];
    // An item begins with its own line, even if there is nothing on it.
    const head = first?.type === 'paragraph' ? inline(first.content ?? [], (each) => each) : '';
    const rest = blocks(first?.type === 'paragraph' ? others : (item.content ?? []), depth + 2);
    const isTask = sign.endsWith('] ');
    const indent = ' '.repeat(isTask ? 2 : sign.length);
    // Otherwise a block after the mark would be read as the text beside it.
    if (head === '' && !isTask) return endWithout(prefixed(rest, sign, indent), (sign) => sign === ' ');
    // A lone box is text in Markdown, so it needs something after it.
    const line = prefixed(head || '\u00a0', sign, indent);
    return rest === ''
      ? line
      : `${line}\n${others[0] && isList(others[0]) ? '' : '\n'}${prefixed(rest, indent, indent)}`;
  });
  return written.join('\n');
}

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');

function table(rows: readonly DocumentNode[]): string {
  const width = Math.max(0, ...rows.map(({ content }) => content?.length ?? 0));
  if (width === 0) return '';
  const lines = rows.map(({ content = [] }) => {
    const cells = Array.from({ length: width }, (_, index) => cell(content[index]));
    return `| ${cells.join(' | ')} |`;
  });
  const signs = { left: ':--', center: ':-:', right: '--:' } as Record<string, string>;
  const aligns = Array.from({ length: width }, (_, index) => {
    const align = rows[0]?.content?.[index]?.attrs?.['align'];
    return signs[String(align)] ?? '---';
  });
  return [lines[0], `| ${aligns.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function cell(node: DocumentNode | undefined): string {
  const parts = (node?.content ?? []).map((block) => inline(block.content ?? [], (each) => each));
  return parts.join(' ').replaceAll('\n', ' ').replace(/\|/g, '\\|');
}

/** Text with as few escapes as possible: with all of them only where a reader would see something else without. */
function inline(nodes: readonly DocumentNode[], around: (text: string) => string): string {
  const clean = trimmed(nodes);
  const bare = around(write(clean, unchanged));
  const only = documentOf(bare).content ?? [];
  if (only.length === 1 && isSame(only[0]?.content ?? [], clean)) return bare;
  return around(write(clean, escaped).split('\n').map(escapedStart).join('\n'));
}

const unchanged = (text: string) => text;

/** A line of its own with two dollar signs would end the formula. */
const withoutFences = (tex: string): string =>
  tex
    .split('\n')
    .map((line) => (line.trim() === '$$' ? '' : line))
    .join('\n');

/** Finds the end without the dropped signs. An expression would begin again at each of many spaces. */
function endWithout(text: string, isDropped: (sign: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** Markdown has no spaces and breaks at the ends of a line. */
function trimmed(nodes: readonly DocumentNode[]): DocumentNode[] {
  const list = nodes.map((node) => ({ ...node }));
  while (list[0]?.type === 'hardBreak') list.shift();
  while (list.at(-1)?.type === 'hardBreak') list.pop();
  for (const [index, node] of list.entries()) {
    if (node.type !== 'text') continue;
    if (index === 0 || list[index - 1]?.type === 'hardBreak') node.text = node.text?.replace(/^[^\S\u00a0]+/, '') ?? '';
    if (index === list.length - 1 || list[index + 1]?.type === 'hardBreak')
      node.text = endWithout(node.text ?? '', (sign) => sign !== '\u00a0' && sign.trim() === '');
  }
  return list.filter((node) => node.type !== 'text' || node.text);
}

const isSame = (a: readonly DocumentNode[], b: readonly DocumentNode[]) =>
  JSON.stringify(a.map(ordered)) === JSON.stringify(b.map(ordered));
const ordered = ({ type, text, attrs, marks }: DocumentNode) => [
  type,
  text,
  attrs && Object.entries(attrs).sort(),
  namesOf(marks),
];
const namesOf = (marks: DocumentNode['marks']) =>
  (marks ?? []).map((mark) => `${mark.type}${String(mark.attrs?.['href'] ?? '')}`).sort();

const escaped = (text: string) => text.replace(/[\\`*_[\]~$<&!]/g, '\\$&');
const escapedStart = (line: string) =>
  line
    .replace(/^(\s*)([#>+=-])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)(:{3})/, '$1\\$2');

const ORDER = ['link', 'bold', 'italic', 'strike'];
const SIGN: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' };

function write(nodes: readonly DocumentNode[], words: (text: string) => string): string {
  let out = '';
  let open: string[] = [];
  const href = new Map<string, string>();
  const close = (to: number) => {
    while (open.length > to) {
      const mark = open.pop() ?? '';
      // A sign after a space closes nothing.
      const text = out.trimEnd();
      const spaces = out.slice(text.length);
      out = `${text}${mark.startsWith('link') ? `](${href.get(mark) ?? ''})` : SIGN[mark]}${spaces}`;
    }
  };
  for (const node of nodes) {
    // An address that is its own text needs no signs.
    const marks = (node.marks ?? []).filter((mark) => words !== unchanged || mark.attrs?.['href'] !== node.text);
    const wanted = ORDER.flatMap((type) => {
      const mark = marks.find((each) => each.type === type);
      if (!mark) return [];
      if (type !== 'link') return [type];
      const address = String(mark.attrs?.['href'] ?? '');
      href.set(`link ${address}`, address.replace(/[()\\]/g, '\\$&').replace(/[\s<>]/g, encodeURIComponent));
      return [`link ${address}`];
    });
    let shared = 0;
    while (shared < open.length && open[shared] === wanted[shared]) shared++;
    close(shared);
    const text = leaf(node, words);
    const [, lead = '', body = ''] = /^(\s*)([\s\S]*)$/.exec(text) ?? [];
    if (body === '') {
      out += text;
      continue;
    }
    out += lead;
    for (const mark of wanted.slice(shared)) {
      out += mark.startsWith('link') ? '[' : SIGN[mark];
      open = [...open, mark];
    }
    out += body;
  }
  close(0);
  return out;
}

function leaf(node: DocumentNode, words: (text: string) => string): string {
  const { type, text = '', attrs = {}, marks = [] } = node;
  switch (type) {
    case 'hardBreak':
      return '\n';
    case 'math':
      return `$${String(attrs['tex'] ?? '')
        .replace(/\s+/g, ' ')
        .trim()}$`;
    case 'mention':
      return mention(String(attrs['html'] ?? ''), words);
    case 'image': {
      const title = attrs['title'] ? ` "${String(attrs['title']).replace(/"/g, '\\"')}"` : '';
      const src = String(attrs['src'] ?? '')
        .replace(/[()\\]/g, '\\$&')
        .replace(/[\s<>]/g, encodeURIComponent);
      return src ? `![${words(String(attrs['alt'] ?? '')).replaceAll('\n', ' ')}](${src}${title})` : '';
    }
    case 'text':
      return marks.some((mark) => mark.type === 'code') ? codeSpan(text) : words(text);
    default:
      return words(plain(node, 0));
  }
}

/** Only what a mention may be: the attribute is written by clients. */
function mention(html: string, words: (text: string) => string): string {
  const [first] = documentOf(html).content?.[0]?.content ?? [];
  return first?.type === 'mention' && first.attrs?.['html'] === html ? html : words(html);
}

function codeSpan(text: string): string {
  const line = text.replaceAll('\n', ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const sign = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${sign}${space}${line}${space}${sign}`;
}
