import { isRecord, listOf, recordOf, textOf } from '../read/json.read.ts';
import { type SlackNames, slackHtml } from './slack.text.ts';

/** Attachments by integrations: each as a quotation of its parts. */
export function attachmentsHtml(attachments: unknown, names: SlackNames): string {
  return listOf(attachments)
    .filter(isRecord)
    .map((attachment) => {
      const title = textOf(attachment['title']);
      const link = textOf(attachment['title_link']);
      const parts = [
        textOf(attachment['pretext']),
        textOf(attachment['author_name']),
        link && title ? `<${link}|${title}>` : title,
        textOf(attachment['text']),
        ...listOf(attachment['fields']).map((field) => {
          const { title: name, value } = recordOf(field);
          return [textOf(name), textOf(value)].filter(Boolean).join(': ');
        }),
        textOf(attachment['image_url']) && `<${textOf(attachment['image_url'])}>`,
      ].filter(Boolean);
      // The fallback is used only if there are no parts: it is a one-line version for clients that show nothing else.
      const text =
        parts.length > 0 ? parts.join('\n') : textOf(attachment['fallback']) || blocksText(attachment['blocks']);
      return text && `<blockquote>${slackHtml(text, names)}</blockquote>`;
    })
    .join('');
}

const MAX_DEPTH = 20;

/** A message's blocks as Slack markup, for messages without text. */
export function blocksText(blocks: unknown): string {
  return listOf(blocks)
    .map((block) => blockText(block, 0))
    .filter(Boolean)
    .join('\n');
}

function blockText(block: unknown, depth: number): string {
  if (!isRecord(block) || depth > MAX_DEPTH) return '';
  const inner = (list: unknown, separator: string) =>
    listOf(list)
      .map((part) => blockText(part, depth + 1))
      .filter(Boolean)
      .join(separator);
  switch (block['type']) {
    case 'text':
      return escapedText(block['text']);
    case 'plain_text':
      return escapedText(block['text']);
    case 'mrkdwn':
      return textOf(block['text']);
    case 'link':
      return `<${escapedText(block['url'])}${block['text'] ? `|${escapedText(block['text'])}` : ''}>`;
    case 'user':
      return `<@${textOf(block['user_id'])}>`;
    case 'channel':
      return `<#${textOf(block['channel_id'])}>`;
    case 'broadcast':
      return `<!${textOf(block['range'])}>`;
    case 'emoji':
      return `:${textOf(block['name'])}:`;
    case 'rich_text':
    case 'rich_text_list':
      return inner(block['elements'], '\n');
    case 'rich_text_quote':
      return inner(block['elements'], '')
        .split('\n')
        .map((line) => `&gt; ${line}`)
        .join('\n');
    case 'rich_text_preformatted':
      return `\`\`\`${inner(block['elements'], '')}\`\`\``;
    case 'rich_text_section':
      return inner(block['elements'], '');
    case 'section':
    case 'header':
      return [blockText(block['text'], depth + 1), inner(block['fields'], '\n')].filter(Boolean).join('\n');
    case 'context':
      return inner(block['elements'], ' ');
    case 'image':
      return [
        escapedText(recordOf(block['title'])['text']),
        textOf(block['image_url']) && `<${escapedText(block['image_url'])}>`,
      ]
        .filter(Boolean)
        .join(' ');
    default:
      return '';
  }
}

function escapedText(value: unknown): string {
  return textOf(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
