import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { MARKDOWN_THRESHOLD, markdownWeight } from '@atrium/richtext/weight.ts';
import type { JSONContent } from '@tiptap/core';
import { editorHtml } from '#entities/message/editor/editorHtml.ts';
import { signOf } from '#entities/message/mentions/mentionChoices.ts';
import type { SendFormat } from '#entities/message/message.actions.ts';
import type { ComposerProps } from './composing.ts';

/** Chosen in the send menu; by default the format follows from the text. */
export type SendMode = 'silent' | 'md' | 'html';

/**
 * The message to send. Text formatted in the field, or with mentions, is sent as HTML; plain text that looks like
 * Markdown is sent as Markdown.
 */
export function outgoing(doc: JSONContent, wish?: SendMode): { text: string; format: SendFormat } {
  const isSilent = wish === 'silent';
  const typed = plainLines(doc);
  const isMarkdown = wish === 'md' || (wish !== 'html' && isPlain(doc) && markdownWeight(typed) > MARKDOWN_THRESHOLD);
  if (!isMarkdown) return { text: editorHtml(doc), format: { type: 'html', isSilent } };
  // A message is sent in any case: formatting that Markdown lacks becomes plain text.
  const text = isPlain(doc) ? typed : docMarkdown(doc, { isSilent: true });
  return { text, format: { type: 'md', isSilent } };
}

const isPlain = (node: JSONContent): boolean =>
  ['doc', 'paragraph', 'text', 'hardBreak'].includes(node.type ?? '') &&
  // Addresses become links automatically.
  (node.marks ?? []).every((mark) => mark.type === 'link') &&
  (node.content ?? []).every(isPlain);

const inner = (node: JSONContent) => (node.content ?? []).map(inline).join('');
const plainLines = (doc: JSONContent) => (doc.content ?? []).map(inner).join('\n').trim();

const SIGNS: Record<string, string> = { bold: '**', italic: '*', strike: '~~', code: '`' };
function inline(node: JSONContent): string {
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'mention') return mentionTag(node);
  return (node.marks ?? []).reduce((text, mark) => {
    const sign = SIGNS[mark.type];
    return sign ? `${sign}${text}${sign}` : text;
  }, node.text ?? '');
}

/** The only HTML in our Markdown. */
function mentionTag({ attrs }: JSONContent): string {
  const name = String(attrs?.['label'] ?? '').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const sign = signOf(attrs?.['mentionSuggestionChar']);
  // The code of a shared thing comes from the server, which looks for it in HTML.
  if (sign === '%' || sign === '~') return `${sign}${String(attrs?.['label'] ?? '')}`;
  const kind = sign === '#' ? 'task' : 'user';
  return `<span class="mention ${kind}" data-id="${Number(attrs?.['id'] ?? 0)}">${sign}${name}</span>`;
}

const prefixed = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n');

interface MarkdownOptions {
  /** Blocks without a Markdown form become their text; other errors are bugs. */
  isSilent?: boolean;
}

/** @throws for a kind of block without a Markdown form, unless it is silent */
export function docMarkdown(doc: JSONContent, opts: MarkdownOptions = {}): string {
  return (doc.content ?? [])
    .map((node) => block(node, opts))
    .join('\n\n')
    .trim();
}

function block(node: JSONContent, opts: MarkdownOptions): string {
  const children = node.content ?? [];
  const list = (sign: (item: JSONContent, index: number) => string, indent: string) =>
    children.map((item, index) => prefixed(docMarkdown(item, opts), sign(item, index), indent)).join('\n');
  switch (node.type) {
    case 'paragraph':
      return inner(node);
    case 'blockquote':
      return prefixed(docMarkdown(node, opts), '> ', '> ');
    case 'codeBlock':
      return `\`\`\`\n${inner(node)}\n\`\`\``;
    case 'bulletList':
      return list(() => '- ', '  ');
    case 'taskList':
      return list((item) => (item.attrs?.['checked'] ? '- [x] ' : '- [ ] '), '  ');
    case 'orderedList':
      return list((_item, index) => `${index + 1}. `, '   ');
    default:
      if (!opts.isSilent) throw new Error(`Markdown has no signs for a ${String(node.type)}`);
      return inner(node);
  }
}

const STORED_MENTION = /<span class="mention (?:user|task)" data-id="(\d+)">([@#])([^<]*)<\/span>/g;

const STORED_SHARE =
  /<a class="mention (?:file|report)" href="\{\{RemoteURL\}\}single\/(?:file|report\/detail)\/([\w-]{8,200})" target="_blank">([~%])([^<]*)<\/a>/g;

/** What the field begins with: an edit as it was left, the message to edit, or the draft. */
export const contentOf = ({ editing, edited, draft }: Pick<ComposerProps, 'editing' | 'edited' | 'draft'>): string =>
  editing ? edited?.(editing.id) || editable(editing) : draft();

/** A message for editing: Markdown as it was typed, mentions as mentions. */
export function editable({ msg }: Pick<ClientMessage, 'msg'>): string {
  const text = String(msg['text'] ?? '');
  if (msg['type'] !== 'md') return text.replace(STORED_MENTION, mentionNode).replace(STORED_SHARE, mentionNode);
  const mentions = [...text.matchAll(STORED_MENTION)];
  if (mentions.length === 0)
    return text
      .split('\n')
      .map((line) => `<p>${escapeText(line)}</p>`)
      .join('');
  // A single paragraph: Markdown separates two of them by an empty line.
  let html = '';
  let from = 0;
  for (const [whole, id = '', sign = '', name = ''] of mentions) {
    const at = text.indexOf(whole, from);
    html += escapeText(text.slice(from, at)) + mentionNode(whole, id, sign, name);
    from = at + whole.length;
  }
  return `<p>${(html + escapeText(text.slice(from))).replaceAll('\n', '<br>')}</p>`;
}

function mentionNode(_: string, id: string, sign: string, name: string): string {
  const label = name.replaceAll('"', '&quot;');
  return `<span data-type="mention" data-id="${id}" data-label="${label}" data-mention-suggestion-char="${sign}">${sign}${name}</span>`;
}
