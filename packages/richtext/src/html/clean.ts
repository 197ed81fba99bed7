import { rewriteHtml, type Shape } from '../markdown/writer.ts';
import type { Attributes } from '../tokens.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { imageTag, type StoredImage } from './images.ts';
import { mentionTag, type ShareKind, shareMention } from './mentionTags.ts';
import { textStyle } from './styles.ts';
import { REMOTE_URL, safeUrl, toStoredUrl } from './urls.ts';

/**
 * The answers of the workspace to questions of the sanitizer. It is synchronous, so a caller looks answers up first:
 * `questionsIn` lists the questions. All are optional; without an answer the text stays as typed.
 */
export interface CleanOptions {
  /** The workspace's public address; own addresses are stored as `{{RemoteURL}}`. */
  siteUrl?: string;
  /** The share code for a file or report chosen in the editor. */
  shareCode?: (kind: ShareKind, id: string) => string | null;
  /** The name behind a share code, for pasted addresses. */
  shareName?: (kind: ShareKind, code: string) => string | null;
  /** The active account with this address, for `@someone@domain.tld`. */
  userByEmail?: (email: string) => { userid: number; nickname: string } | null;
  /** Returns the stored file of an inline picture. */
  storedImage?: (src: string) => StoredImage | null;
  /** Keeps only the first characters, balanced. */
  maxTextChars?: number;
}

/**
 * Sanitizes a message for storage: only the allowed tags, attributes and styles, mentions in their stored form,
 * addresses with allowed schemes. Text is never lost with its tag, except scripts and style sheets. Sanitizing twice
 * equals sanitizing once.
 */
export function cleanHtml(html: string, opts: CleanOptions = {}): string {
  const asks = opts.shareName !== undefined || opts.userByEmail !== undefined;
  const cleaned = rewriteHtml(html, {
    shape: (name, attributes) => messageShape(name, attributes, opts),
    text: asks ? (text) => linkedText(text, opts) : undefined,
    allowsBreaks: false,
    maxTextChars: opts.maxTextChars,
  });
  return withoutEmptyEnds(cleaned);
}

/** The treatment of each element of a message; `markdown.ts` adds tables, headings and code. */
export function messageShape(name: string, attributes: Attributes, opts: CleanOptions): Shape {
  const style = styleAttribute(attributes);
  switch (name) {
    case 'script':
    case 'style':
      return { is: 'silence' };
    case 'br':
      return { is: 'break' };
    case 'p':
      return { is: 'leaf', tag: 'p', open: `<p${style}>`, isEager: true };
    case 'pre':
    case 'listing':
      return { is: 'leaf', tag: 'pre', open: '<pre>', isEager: true };
    case 'blockquote':
    case 'ul':
    case 'ol':
      return { is: 'container', tag: name, open: `<${name}${style}>` };
    case 'li':
      return { is: 'container', tag: 'li', open: `<li${listAttribute(attributes)}${style}>`, within: ['ul', 'ol'] };
    case 'strong':
    case 'em':
    case 's':
    case 'u':
    case 'code':
      return { is: 'inline', tag: name, open: `<${name}${style}>` };
    case 'b':
      return { is: 'inline', tag: 'strong', open: `<strong${style}>` };
    case 'i':
      return { is: 'inline', tag: 'em', open: `<em${style}>` };
    case 'del':
    case 'strike':
      return { is: 'inline', tag: 's', open: `<s${style}>` };
    case 'ins':
      return { is: 'inline', tag: 'u', open: `<u${style}>` };
    case 'a':
      return linkShape(attributes, style, opts);
    case 'span':
    case 'font':
      return spanShape(attributes, style, opts);
    case 'img':
    case 'image':
      return imageShape(attributes, opts);
    default:
      return blocks.has(name) ? { is: 'leaf', tag: 'p', open: '<p>', isEager: false } : { is: 'nothing' };
  }
}

// Without these breaks their text would join their neighbor's.
const blocks = new Set(
  (
    'address article aside body button caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav optgroup option search ' +
    'section select summary table tbody td textarea tfoot th thead title tr xmp'
  ).split(' '),
);

function spanShape(attributes: Attributes, style: string, opts: CleanOptions): Shape {
  const classes = (attributes.get('class') ?? '').split(/\s+/);
  if (classes.includes('mention')) return mentionShape(attributes, classes, opts);
  const key = attributes.get('data-quick-key');
  if (key) {
    const name = escapeAttribute(key.slice(0, 200).toWellFormed());
    return { is: 'inline', tag: 'span', open: `<span data-quick-key="${name}"${style}>` };
  }
  return style ? { is: 'inline', tag: 'span', open: `<span${style}>` } : { is: 'nothing' };
}

// Longer than any name: an unclosed mention must not swallow the message.
const MAX_LABEL_CHARS = 300;

function mentionShape(attributes: Attributes, classes: string[], opts: CleanOptions): Shape {
  const id = attributes.get('data-id') ?? '';
  const value = attributes.get('data-value');
  const sign =
    attributes.get('data-denotation-char') ?? (classes.includes('task') ? '#' : classes.includes('user') ? '@' : '');

  return {
    is: 'label',
    finish(text) {
      const inner = oneLine(text);
      const label = value === undefined ? inner : sign + oneLine(value);
      if (label.length > MAX_LABEL_CHARS || inner.length > MAX_LABEL_CHARS) return { html: '', rest: text };
      const html = mentionHtml(sign, id, label, opts);
      if (html === null) return { html: '', rest: inner || label };
      const shown = oneLine(inner.startsWith(sign) ? inner.slice(sign.length) : inner);
      const name = label.startsWith(sign) ? label.slice(sign.length) : label;
      return { html, rest: shown.startsWith(name) ? shown.slice(name.length) : shown && ` ${shown}` };
    },
  };
}

function mentionHtml(sign: string, id: string, label: string, opts: CleanOptions): string | null {
  const name = label.startsWith(sign) ? label.slice(sign.length) : label;
  if (!name) return null;
  if ((sign === '@' || sign === '#') && /^\d{1,15}$/.test(id)) {
    return mentionTag(sign === '@' ? 'user' : 'task', Number(id), name);
  }
  if (sign === '~' || sign === '%') {
    const kind = sign === '~' ? 'file' : 'report';
    const code = SHARE_CODE.test(id) && !/^\d+$/.test(id) ? id : opts.shareCode?.(kind, id);
    return code ? shareMention(kind, code, name) : null;
  }
  return null;
}

const SHARE_CODE = /^[\w-]{8,200}$/;
const SHARE_URL = /\/single\/(file|report\/detail)\/([\w-]{8,200})$/;

function linkShape(attributes: Attributes, style: string, opts: CleanOptions): Shape {
  const href = safeUrl(toStoredUrl(attributes.get('href') ?? '', opts.siteUrl));
  if (href === null) return style ? { is: 'inline', tag: 'span', open: `<span${style}>` } : { is: 'nothing' };
  const open = `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer"${style}>`;

  const share = sharedBy(href, opts);
  if (!share) return { is: 'inline', tag: 'a', open };
  const isMention = (attributes.get('class') ?? '').split(/\s+/).includes('mention');
  const known = opts.shareName?.(share.kind, share.code);
  if (!isMention && !known) return { is: 'inline', tag: 'a', open };

  return {
    is: 'label',
    finish(text) {
      const inner = oneLine(text);
      const sign = share.kind === 'file' ? '~' : '%';
      const isAddress = inner === '' || /^(?:https?:|\{\{RemoteURL\}\})\S*$/.test(inner);
      const name = isAddress ? (known ?? '') : isMention ? (inner.startsWith(sign) ? inner.slice(1) : inner) : '';
      if (name && inner.length <= MAX_LABEL_CHARS)
        return { html: shareMention(share.kind, share.code, name), rest: '' };
      return { html: inner && `${open}${escapeText(inner)}</a>`, rest: '' };
    },
  };
}

/** Only this workspace's codes are valid here, so the address must be ours, if we know our own. */
function sharedBy(url: string, opts: CleanOptions): { kind: ShareKind; code: string } | null {
  if (opts.siteUrl && !url.startsWith(REMOTE_URL)) return null;
  const found = SHARE_URL.exec(url.startsWith(REMOTE_URL) ? url.replace(REMOTE_URL, '/') : url);
  return found?.[2] ? { kind: found[1] === 'file' ? 'file' : 'report', code: found[2] } : null;
}

function imageShape(attributes: Attributes, opts: CleanOptions): Shape {
  const src = toStoredUrl(attributes.get('src') ?? '', opts.siteUrl);
  const html = imageTag(attributes, src, opts.storedImage?.(src) ?? null);
  return html ? { is: 'atom', html } : { is: 'nothing' };
}

function styleAttribute(attributes: Attributes): string {
  const style = textStyle(attributes.get('style') ?? '');
  return style && ` style="${escapeAttribute(style)}"`;
}

function listAttribute(attributes: Attributes): string {
  const kind = attributes.get('data-list') ?? '';
  return ['bullet', 'ordered', 'checked', 'unchecked'].includes(kind) ? ` data-list="${kind}"` : '';
}

const ADDRESSES =
  /https?:\/\/[^\s<>"']{1,200}?\/single\/(?:file|report\/detail)\/[\w-]{8,200}(?![\w/-])|@[^\s@<>&"']{1,64}@[\w-]+(?:\.[\w-]+){1,5}/g;

/** Rules 3 and 6 for text outside links: known addresses become mentions. */
function linkedText(text: string, opts: CleanOptions): string {
  let html = '';
  let done = 0;
  for (const found of text.matchAll(ADDRESSES)) {
    const mention = found[0].startsWith('@') ? userMention(found[0].slice(1), opts) : pastedMention(found[0], opts);
    if (!mention) continue;
    html += escapeText(text.slice(done, found.index)) + mention;
    done = found.index + found[0].length;
  }
  return html + escapeText(text.slice(done));
}

function userMention(email: string, opts: CleanOptions): string | null {
  const user = opts.userByEmail?.(email.toLowerCase());
  return user ? mentionTag('user', user.userid, user.nickname) : null;
}

function pastedMention(url: string, opts: CleanOptions): string | null {
  const share = sharedBy(toStoredUrl(url, opts.siteUrl), opts);
  const name = share && opts.shareName?.(share.kind, share.code);
  return share && name ? shareMention(share.kind, share.code, name) : null;
}

/** The questions of `cleanHtml` about this text, so that the server can look each kind up in one query. */
export function questionsIn(
  html: string,
  siteUrl?: string,
): {
  codes: { kind: ShareKind; id: string }[];
  names: { kind: ShareKind; code: string }[];
  emails: string[];
  images: string[];
} {
  const codes = new Map<string, { kind: ShareKind; id: string }>();
  const names = new Map<string, { kind: ShareKind; code: string }>();
  const emails = new Set<string>();
  const images = new Set<string>();
  cleanHtml(html, {
    siteUrl,
    shareCode: (kind, id) => {
      codes.set(`${kind}:${id}`, { kind, id });
      return null;
    },
    shareName: (kind, code) => {
      names.set(`${kind}:${code}`, { kind, code });
      return null;
    },
    userByEmail: (email) => {
      emails.add(email);
      return null;
    },
    storedImage: (src) => {
      images.add(src);
      return null;
    },
  });
  return { codes: [...codes.values()], names: [...names.values()], emails: [...emails], images: [...images] };
}

function oneLine(text: string): string {
  return text.replace(/[\s\u200b\ufeff]+/g, ' ').trim();
}

/** Loops instead of one pattern: anchored at the end, a pattern would be tried from every paragraph. */
function withoutEmptyEnds(html: string): string {
  let start = 0;
  let end = html.length;
  for (;;) {
    const close = html.startsWith('<p', start) ? html.indexOf('</p>', start) : -1;
    if (close < 0 || !isEmptyParagraph(html.slice(start, close))) break;
    start = afterSpace(html, close + '</p>'.length);
  }
  while (end > start) {
    const last = /[ \t\n\r\f]/.test(html[end - 1] ?? '') ? end - 1 : openOfLast(html, end);
    if (last < start) break;
    end = last;
  }
  return html.slice(start, end);
}

function openOfLast(html: string, end: number): number {
  if (!html.startsWith('</p>', end - 4)) return -1;
  const open = html.lastIndexOf('<p', end - 4);
  return open >= 0 && isEmptyParagraph(html.slice(open, end - 4)) ? open : -1;
}

const isEmptyParagraph = (opening: string): boolean => /^<p(?: style="[^"]*")?>[\s\u200b\ufeff]*$/.test(opening);

function afterSpace(html: string, from: number): number {
  let at = from;
  while (/[ \t\n\r\f]/.test(html[at] ?? '')) at++;
  return at;
}
