import type { Token } from 'markdown-it';
import { safeImageUrl } from '../html/urls.ts';
import { parseMarkdown } from '../markdown/markdown.ts';
import type { DocumentNode } from './nodes.ts';

/** Lines between `---` at the very beginning: settings for other programs, left as they are. */
const FRONT_MATTER = /^---\n(?:[\s\S]*?\n)?---(?:\n|$)/;
/** The language of the block that has them. */
export const FRONT = 'front-matter';
/** Deeper lists and quotes are text: a hostile file must not overflow the stack. */
const MAX_DEPTH = 40;

/** The document of a Markdown text. Whatever has no form of its own in a document is text. */
export function documentOf(markdown: string): DocumentNode {
  const text = markdown.replace(/\r\n?/g, '\n');
  const [front = ''] = FRONT_MATTER.exec(text) ?? [];
  const blocks = blocksOf(new Reader(parseMarkdown(text.slice(front.length))), 0);
  if (front) {
    const lines = front.replace(/^---\n/, '').replace(/\n?---\n?$/, '');
    blocks.unshift({ type: 'codeBlock', attrs: { language: FRONT }, ...textContent(lines) });
  }
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

/** The document of a plain text: a paragraph for each line. */
export function documentOfLines(text: string): DocumentNode {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return { type: 'doc', content: lines.map((line) => ({ type: 'paragraph', ...textContent(line) })) };
}

const textContent = (text: string) => (text === '' ? {} : { content: [{ type: 'text', text }] });

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }
  peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
  next(): Token | undefined {
    return this.#tokens[this.#at++];
  }
}

/** The blocks up to the end of the open one, which is consumed. */
function blocksOf(reader: Reader, depth: number): DocumentNode[] {
  const blocks: DocumentNode[] = [];
  for (let token = reader.next(); token && token.nesting !== -1; token = reader.next()) {
    blocks.push(...blockOf(token, reader, depth));
  }
  return blocks;
}

function blockOf(token: Token, reader: Reader, depth: number): DocumentNode[] {
  switch (token.type) {
    case 'heading_open':
      return [{ type: 'heading', attrs: { level: Number(token.tag.slice(1)) }, ...content(inlineUpTo(reader)) }];
    case 'paragraph_open':
      return [{ type: 'paragraph', ...content(inlineUpTo(reader)) }];
    case 'fence':
    case 'code_block': {
      const text = token.content.replace(/\n$/, '');
      if (token.markup === '$$') return [{ type: 'mathBlock', attrs: { tex: text } }];
      const language = token.info.trim().split(/\s/)[0] || null;
      return [{ type: 'codeBlock', attrs: { language }, ...textContent(text) }];
    }
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'table_open':
      return [tableOf(reader)];
    case 'blockquote_open': {
      const inner = blocksOf(reader, depth + 1);
      return depth >= MAX_DEPTH ? inner : [{ type: 'blockquote', content: orParagraph(inner) }];
    }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listsOf(token, reader, depth);
    default:
      if (token.nesting === 1) return blocksOf(reader, depth);
      return token.content ? [{ type: 'paragraph', ...textContent(token.content.trimEnd()) }] : [];
  }
}

const content = (nodes: DocumentNode[]) => (nodes.length > 0 ? { content: nodes } : {});
const orParagraph = (nodes: DocumentNode[]) => (nodes.length > 0 ? nodes : [{ type: 'paragraph' }]);

/** A list with and without boxes is several lists, one after another. */
function listsOf(open: Token, reader: Reader, depth: number): DocumentNode[] {
  const lists: DocumentNode[] = [];
  const isOrdered = open.type === 'ordered_list_open';
  let number = Number(open.attrGet('start') ?? 1);
  for (let item = reader.next(); item && item.nesting !== -1; item = reader.next()) {
    const box = item.attrGet('data-list');
    const inner = blocksOf(reader, depth + 1);
    const blocks = inner[0]?.type === 'paragraph' ? inner : [{ type: 'paragraph' }, ...inner];
    if (depth >= MAX_DEPTH) {
      lists.push(...blocks);
      continue;
    }
    const type = box ? 'taskList' : isOrdered ? 'orderedList' : 'bulletList';
    const node = box
      ? { type: 'taskItem', attrs: { checked: box === 'checked' }, content: blocks }
      : { type: 'listItem', content: blocks };
    const last = lists.at(-1);
    if (last?.type === type) last.content?.push(node);
    else lists.push({ type, ...(type === 'orderedList' && { attrs: { start: number } }), content: [node] });
    number++;
  }
  return lists;
}

function tableOf(reader: Reader): DocumentNode {
  const rows: DocumentNode[] = [];
  let cells: DocumentNode[] = [];
  for (let token = reader.next(); token && token.type !== 'table_close'; token = reader.next()) {
    if (token.type === 'tr_open') cells = [];
    if (token.type === 'tr_close') rows.push({ type: 'tableRow', content: cells });
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const align = /text-align:\s*(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null;
    const attrs = { colspan: 1, rowspan: 1, colwidth: null, align };
    const type = token.type === 'th_open' ? 'tableHeader' : 'tableCell';
    cells.push({ type, attrs, content: [{ type: 'paragraph', ...content(inlineUpTo(reader)) }] });
  }
  return { type: 'table', content: rows };
}

/** The inline content of a block, whose end is consumed. */
function inlineUpTo(reader: Reader): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let token = reader.next(); token && token.nesting !== -1; token = reader.next()) {
    if (token.type === 'inline') nodes.push(...inlineOf(token.children ?? []));
  }
  return nodes;
}

type Mark = NonNullable<DocumentNode['marks']>[number];
const MARK_OF: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike', link: 'link' };

function inlineOf(tokens: readonly Token[]): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  let marks: Mark[] = [];
  const add = (node: DocumentNode) => {
    const last = nodes.at(-1);
    const own = marks.length > 0 ? { marks: [...marks] } : {};
    if (node.type === 'text' && last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
      last.text = `${last.text}${node.text}`;
    } else nodes.push({ ...node, ...own });
  };
  for (const token of tokens) {
    const [, name = '', end] = /^(\w+)_(open|close)$/.exec(token.type) ?? [];
    const mark = MARK_OF[name];
    if (mark && end === 'open') {
      marks = [
        ...marks,
        mark === 'link' ? { type: mark, attrs: { href: token.attrGet('href') ?? '' } } : { type: mark },
      ];
    } else if (mark) {
      marks = marks.filter(({ type }) => type !== mark);
    } else if (token.type === 'code_inline' && token.markup === '$') {
      add({ type: 'math', attrs: { tex: token.content } });
    } else if (token.type === 'code_inline') {
      if (token.content) nodes.push({ type: 'text', text: token.content, marks: [{ type: 'code' }] });
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') {
      add({ type: 'hardBreak' });
    } else if (token.type === 'mention') {
      add({ type: 'mention', attrs: { html: token.content } });
    } else if (token.type === 'image') {
      const src = safeImageUrl(String(token.attrGet('src') ?? ''));
      if (src) add({ type: 'image', attrs: { src, alt: token.content, title: token.attrGet('title') } });
      else if (token.content) add({ type: 'text', text: token.content });
    } else if (token.content) {
      add({ type: 'text', text: token.content });
    }
  }
  return nodes;
}
