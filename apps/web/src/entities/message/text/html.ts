import { safeUrl } from '@atrium/richtext/html/urls.ts';
import DOMPurify from 'dompurify';

/**
 * The last check before rendering: only these tags and attributes are rendered, even if the server stored others. The
 * server sanitizes too; neither trusts the other.
 */
const CONFIG = {
  ALLOWED_TAGS: [
    'blockquote',
    'strong',
    'pre',
    'ol',
    'ul',
    'li',
    'em',
    'p',
    's',
    'u',
    'a',
    'img',
    'span',
    'br',
    'code',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: [
    'href',
    'class',
    'data-id',
    'data-list',
    'data-quick-key',
    'src',
    'alt',
    'width',
    'height',
    'start',
    'style',
  ],
  ALLOW_DATA_ATTR: false,
};
const CLASSES = /^(mention( (user|task|file|report|me))*|browse|emoticon|language-[\w+#.-]{1,40})$/;

// DOMPurify has its own instance here: hooks of the shared one would change what other libraries, such as Mermaid,
// sanitize.
const purify = DOMPurify(window);

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') {
    const href = safeUrl(node.getAttribute('href') ?? '');
    if (href) node.setAttribute('href', withBase(href));
    else node.removeAttribute('href');
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  if (node.nodeName === 'IMG') addressPicture(node);
  const names = node.getAttribute('class');
  if (names && !CLASSES.test(names)) node.removeAttribute('class');
});

/**
 * Adds the key to the address of a picture on display: files of this workspace open with a key, which changes while the
 * text stays.
 */
function addressPicture(picture: Element): void {
  const src = picture.getAttribute('src') ?? '';
  if (!src.startsWith('{{RemoteURL}}file/')) return picture.setAttribute('src', withBase(src));
  picture.removeAttribute('src');
  picture.setAttribute('data-file', src);
}

const withBase = (url: string) => url.replace('{{RemoteURL}}', `${location.origin}/`);

const URL_TEXT = /https?:\/\/[^\s<>"'）」】]{2,2000}/g;

/** The cleaned texts, for returning to a conversation. The oldest ones are dropped. */
const cleaned = new Map<string, string>();
const KEPT = 500;
const LONG = 20_000;

/**
 * Message text for display: sanitized, addresses linked, the reader's own mentions highlighted, code with a copy
 * button.
 */
export function messageHtml(html: string, me: number, copyLabel: string): string {
  const key = `${me} ${html}`;
  const kept = cleaned.get(key);
  if (kept !== undefined) return kept;
  const made = cleanHtml(html, me, copyLabel);
  if (html.length > LONG) return made;
  const [oldest] = cleaned.size >= KEPT ? cleaned.keys() : [];
  if (oldest !== undefined) cleaned.delete(oldest);
  cleaned.set(key, made);
  return made;
}

function cleanHtml(html: string, me: number, copyLabel: string): string {
  const fragment = purify.sanitize(html, { ...CONFIG, RETURN_DOM_FRAGMENT: true });
  linkBareUrls(fragment);
  for (const mention of fragment.querySelectorAll('.mention.user')) {
    const id = mention.getAttribute('data-id');
    if (id === String(me) || id === '0') mention.classList.add('me');
  }
  addCopyButtons(fragment, copyLabel);
  const box = document.createElement('div');
  box.append(fragment);
  return box.innerHTML;
}

function addCopyButtons(root: DocumentFragment, label: string): void {
  for (const code of root.querySelectorAll('pre')) {
    const box = document.createElement('div');
    box.className = 'code';
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['copy'] = '';
    button.textContent = label;
    code.replaceWith(box);
    box.append(button, code);
  }
}

function linkBareUrls(root: DocumentFragment): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!text.parentElement?.closest('a, pre, code') && text.data.includes('://')) texts.push(text);
  }
  for (const text of texts) {
    const parts: (string | Node)[] = [];
    let from = 0;
    for (const match of text.data.matchAll(URL_TEXT)) {
      const url = match[0].replace(/[.,;:!?)\]]+$/, '');
      parts.push(text.data.slice(from, match.index), linkTo(url));
      from = match.index + url.length;
    }
    parts.push(text.data.slice(from));
    text.replaceWith(...parts);
  }
}

function linkTo(url: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  link.textContent = url;
  return link;
}
