import type { Attributes, ReadHtml } from '../tokens.ts';

/** The plain text of HTML, one line per paragraph; `image` gives the text of each picture. */
export function htmlWords(html: string, readHtml: ReadHtml, image: (attributes: Attributes) => string): string {
  let words = '';
  let silent = '';
  readHtml(html, {
    open(name, attributes) {
      if (name === 'script' || name === 'style') silent = name;
      else if (name === 'img') words += image(attributes);
      else if (name === 'td' || name === 'th') words += ' ';
      else if (parts.has(name)) words += '\n';
    },
    close(name) {
      if (name === silent) silent = '';
      else if (parts.has(name)) words += '\n';
    },
    text(text) {
      if (!silent) words += text;
    },
  });
  return words
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const parts = new Set(
  'blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody thead tr ul'.split(' '),
);
