import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';
import { messageShape } from '../html/clean.ts';
import { escapeAttribute, escapeText } from '../html/escape.ts';
import { cellStyle } from '../html/styles.ts';
import { safeImageUrl, safeUrl } from '../html/urls.ts';
import type { Attributes } from '../tokens.ts';
import { rewriteHtml, type Shape } from './writer.ts';

/**
 * Renders Markdown as safe HTML: raw HTML is text, addresses follow the list of allowed schemes, and the result goes
 * through the same writer as messages, which additionally allows headings, tables, code and rules.
 */
export function renderMarkdown(md: string): string {
  return rewriteHtml(markdown.render(md), { shape: markdownShape, allowsBreaks: true }).trim();
}

/** The tokens of a Markdown text; a mention in its stored form has the type `mention`. */
export function parseMarkdown(md: string): Token[] {
  return markdown.parse(md, {});
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
markdown.validateLink = (url) => safeUrl(decodedEscapes(url)) !== null && safeUrl(url) !== null;
// "see notes.md" and "file.rs" are names, not addresses.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.inline.ruler.before('autolink', 'mention', readMention);
markdown.inline.ruler.before('escape', 'math', readMath);
markdown.block.ruler.before('fence', 'math', readMathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
markdown.renderer.rules['mention'] = (tokens, index) => tokens[index]?.content ?? '';
// Without markdown-it's line feed after the tag, which `white-space: pre-wrap` would show a second time.
markdown.renderer.rules['softbreak'] = () => '<br>';
markdown.renderer.rules['hardbreak'] = () => '<br>';
markdown.core.ruler.after('inline', 'task_items', markTaskItems);
markdown.renderer.rules['image'] = (tokens, index) => {
  const src = safeImageUrl(String(tokens[index]?.attrGet('src') ?? ''));
  const alt = tokens[index]?.content ?? '';
  return src ? `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">` : escapeText(alt);
};

function decodedEscapes(url: string): string {
  return url.replace(/%0[0-9a-f]/gi, '').replace(/%3a/gi, ':');
}

const MENTION =
  /<(span|a) class="mention (?:user|task|file|report)" (?:data-id="\d{1,15}"|href="\{\{RemoteURL\}\}single\/[\w/-]{1,250}" target="_blank")>[^<>\n]{1,300}<\/\1>/y;

/** A mention in Markdown has its stored HTML form, the only HTML that is not treated as text. */
function readMention(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c /* < */) return false;
  MENTION.lastIndex = state.pos;
  const found = MENTION.exec(state.src);
  if (!found || found.index + found[0].length > state.posMax) return false;
  if (!silent) state.push('mention', '', 0).content = found[0];
  state.pos += found[0].length;
  return true;
}

const MATH = /\$\$((?:\\[\s\S]|[^\\$])+)\$\$|\$((?:\\[^\n]|[^\\$\n])+)\$(?!\d)/y;

/**
 * `$x$` and `$$x$$` are formulas: code in a language of its own, so that clients without support show the source. A `$`
 * beside a space is money.
 */
function readMath(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x24 /* $ */) return false;
  MATH.lastIndex = state.pos;
  const found = MATH.exec(state.src);
  if (!found || found.index + found[0].length > state.posMax) return false;
  const [whole, display, inline = ''] = found;
  if (display === undefined ? inline !== inline.trim() : display.trim() === '') return false;
  if (!silent) pushMath(state, display ?? inline, display !== undefined);
  state.pos += whole.length;
  return true;
}

function pushMath(state: StateInline, tex: string, isDisplay: boolean): void {
  const token = state.push('code_inline', 'code', 0);
  token.markup = '$';
  token.content = tex.trim();
  token.attrSet('class', isDisplay ? 'language-math-display' : 'language-math');
}

/** `$$` on a line of its own, up to the next one. */
function readMathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  if (lineAt(startLine) !== '$$' || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  let end = startLine + 1;
  for (; end < endLine && lineAt(end) !== '$$'; end++) {
    if ((state.sCount[end] ?? 0) < state.blkIndent) return false;
  }
  if (end >= endLine) return false;
  if (silent) return true;
  const token = state.push('fence', 'code', 0);
  token.info = 'math';
  token.markup = '$$';
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  token.map = [startLine, end + 1];
  state.line = end + 1;
  return true;
}

/** `- [ ]` and `- [x]`: the item is marked like in our editor, without a form control. */
function markTaskItems(state: { tokens: Token[] }): void {
  for (const [index, token] of state.tokens.entries()) {
    const item = state.tokens[index - 2];
    if (token.type !== 'inline' || item?.type !== 'list_item_open') continue;
    const first = token.children?.[0];
    const box = /^\[([ xX])\][ \t]+/.exec(first?.content ?? '');
    if (!first || first.type !== 'text' || !box) continue;
    first.content = first.content.slice(box[0].length);
    item.attrSet('data-list', box[1] === ' ' ? 'unchecked' : 'checked');
  }
}

export function markdownShape(name: string, attributes: Attributes): Shape {
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return { is: 'leaf', tag: name, open: `<${name}>`, isEager: true };
    case 'hr':
      return { is: 'rule', html: '<hr>' };
    case 'code':
      return { is: 'inline', tag: 'code', open: `<code${languageClass(attributes)}>` };
    case 'ol':
      return { is: 'container', tag: 'ol', open: `<ol${startAttribute(attributes)}>` };
    case 'table':
      return { is: 'container', tag: 'table', open: '<table>' };
    case 'thead':
    case 'tbody':
      return { is: 'container', tag: name, open: `<${name}>`, within: ['table'] };
    case 'tr':
      return { is: 'container', tag: 'tr', open: '<tr>', within: ['thead', 'tbody', 'table'] };
    case 'th':
    case 'td': {
      const style = cellStyle(attributes.get('style') ?? '');
      return { is: 'container', tag: name, open: `<${name}${style && ` style="${style}"`}>`, within: ['tr'] };
    }
    default:
      return messageShape(name, attributes, {});
  }
}

function languageClass(attributes: Attributes): string {
  const found = /^language-([\w+#.-]{1,40})$/.exec(attributes.get('class') ?? '');
  return found ? ` class="language-${found[1]}"` : '';
}

function startAttribute(attributes: Attributes): string {
  const start = attributes.get('start') ?? '';
  return /^\d{1,9}$/.test(start) ? ` start="${start}"` : '';
}
