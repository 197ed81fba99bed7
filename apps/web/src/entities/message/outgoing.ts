import type { ClientMessage } from '@atrium/client/rows.ts';
import { MARKDOWN_THRESHOLD, markdownWeight } from '@atrium/richtext/weight.ts';
import type { JSONContent } from '@tiptap/core';
import { editorHtml } from './editorHtml.ts';
import type { SendFormat } from './message.actions.ts';

/** Chosen in the send menu; without it the format follows from what was typed. */
export type SendWish = 'silent' | 'md' | 'html';

/**
 * What leaves the field. Text that was formatted in it, or that mentions somebody, goes as it is; plain text that looks
 * like Markdown goes as Markdown.
 */
export function outgoing(doc: JSONContent, wish?: SendWish): { text: string; format: SendFormat } {
  const isSilent = wish === 'silent';
  const typed = plainLines(doc);
  const isMarkdown = wish === 'md' || (wish !== 'html' && isPlain(doc) && markdownWeight(typed) > MARKDOWN_THRESHOLD);
  if (!isMarkdown) return { text: editorHtml(doc), format: { type: 'html', isSilent } };
  return { text: isPlain(doc) ? typed : docMarkdown(doc), format: { type: 'md', isSilent } };
}

const isPlain = (node: JSONContent): boolean =>
  ['doc', 'paragraph', 'text', 'hardBreak'].includes(node.type ?? '') &&
  // Addresses become links by themselves.
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

/** The one piece of HTML that Markdown carries. */
function mentionTag({ attrs }: JSONContent): string {
  const name = String(attrs?.['label'] ?? '').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const [kind, sign] = attrs?.['mentionSuggestionChar'] === '#' ? ['task', '#'] : ['user', '@'];
  return `<span class="mention ${kind}" data-id="${Number(attrs?.['id'] ?? 0)}">${sign}${name}</span>`;
}

const prefixed = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n');

function docMarkdown(doc: JSONContent): string {
  return (doc.content ?? []).map(block).join('\n\n').trim();
}

function block(node: JSONContent): string {
  const children = node.content ?? [];
  switch (node.type) {
    case 'blockquote':
      return prefixed(docMarkdown(node), '> ', '> ');
    case 'codeBlock':
      return `\`\`\`\n${inner(node)}\n\`\`\``;
    case 'bulletList':
      return children.map((item) => prefixed(docMarkdown(item), '- ', '  ')).join('\n');
    case 'orderedList':
      return children.map((item, index) => prefixed(docMarkdown(item), `${index + 1}. `, '   ')).join('\n');
    default:
      return inner(node);
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const STORED_MENTION = /<span class="mention (?:user|task)" data-id="(\d+)">([@#])([^<]*)<\/span>/g;

/** A message as the field takes it up again: Markdown as it was typed, mentions as mentions. */
export function editable({ msg }: Pick<ClientMessage, 'msg'>): string {
  const text = String(msg['text'] ?? '');
  if (msg['type'] === 'md')
    return text
      .split('\n')
      .map((line) => `<p>${escape(line)}</p>`)
      .join('');
  return text.replace(
    STORED_MENTION,
    (_, id: string, sign: string, name: string) =>
      `<span data-type="mention" data-id="${id}" data-label="${name}" data-mention-suggestion-char="${sign}">${sign}${name}</span>`,
  );
}
