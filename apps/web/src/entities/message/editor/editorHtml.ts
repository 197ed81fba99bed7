import { escapeAttribute, escapeText } from '@atrium/richtext/html/escape.ts';
import type { JSONContent } from '@tiptap/core';
import { signOf } from '#entities/message/mentions/mentionChoices.ts';

/** The editor's document as message HTML. Built from the document, not the page, so that pasted markup cannot pass. */
export function editorHtml(doc: JSONContent): string {
  return (doc.content ?? [])
    .map(block)
    .join('')
    .replace(/(?<!<p><\/p>)(?:<p><\/p>)+$/, '');
}

const inner = (node: JSONContent, write: (child: JSONContent) => string) => (node.content ?? []).map(write).join('');

function block(node: JSONContent): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inner(node, inline)}</p>`;
    case 'blockquote':
      return `<blockquote>${inner(node, block)}</blockquote>`;
    case 'codeBlock':
      return `<pre>${inner(node, inline)}</pre>`;
    case 'bulletList':
      return `<ul>${(node.content ?? []).map((item) => `<li data-list="bullet">${inner(item, block)}</li>`).join('')}</ul>`;
    case 'taskList':
      return `<ul>${(node.content ?? []).map((item) => `<li data-list="${item.attrs?.checked ? 'checked' : 'unchecked'}">${inner(item, block)}</li>`).join('')}</ul>`;
    case 'orderedList':
      return `<ol>${(node.content ?? []).map((item) => `<li data-list="ordered">${inner(item, block)}</li>`).join('')}</ol>`;
    default:
      return inner(node, inline);
  }
}

const TAGS: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' };

function inline(node: JSONContent): string {
  if (node.type === 'hardBreak') return '<br>';
  if (node.type === 'mention') {
    const id = escapeAttribute(String(node.attrs?.id ?? ''));
    const name = escapeText(String(node.attrs?.label ?? ''));
    const sign = signOf(node.attrs?.mentionSuggestionChar);
    return `<span class="mention" data-denotation-char="${sign}" data-id="${id}" data-value="${name}">${sign}${name}</span>`;
  }
  let html = escapeText(node.text ?? '');
  for (const mark of node.marks ?? []) {
    const tag = TAGS[mark.type];
    if (tag) html = `<${tag}>${html}</${tag}>`;
    else if (mark.type === 'textColor')
      html = `<span style="color: ${escapeAttribute(String(mark.attrs?.color ?? ''))}">${html}</span>`;
    else if (mark.type === 'link') html = `<a href="${escapeAttribute(String(mark.attrs?.href ?? ''))}">${html}</a>`;
  }
  return html;
}
