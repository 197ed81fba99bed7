import PostalMime, { type Address } from 'postal-mime';
import { ViewerError } from '../fileBytes.ts';

export interface Mail {
  subject: string;
  from: string;
  to: string;
  cc: string;
  /** The date in Unix milliseconds; null if the mail has no valid one. */
  at: number | null;
  /** The HTML; '' if the mail has only text. */
  html: string;
  text: string;
  attachments: readonly Attachment[];
}
export interface Attachment {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const NESTING = 50;
const MAX_ATTACHMENTS = 200;
const MAX_ADDRESSES = 50;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** The limit for pictures in the HTML, which contains each as often as it is named. */
const INLINE_CHARS = 32 * 1024 * 1024;

/** Reads a mail with its attachments. @throws ViewerError */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<Mail> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: NESTING }).catch(
    () => {
      throw new ViewerError('broken');
    },
  );
  if (mail.headers.length === 0) throw new ViewerError('broken');
  const at = Date.parse(mail.date ?? '');
  const source = mail.html ?? '';
  const named = new Set([...source.matchAll(PICTURE)].map(([, , id = '']) => plainId(id)));
  const pictures = new Map<string, string>();
  const attachments: Attachment[] = [];
  for (const [index, each] of mail.attachments.slice(0, MAX_ATTACHMENTS).entries()) {
    const content = bytesOf(each.content);
    const id = each.contentId?.replace(/^<|>$/g, '') ?? '';
    const isInline = named.has(id) && PICTURES.includes(each.mimeType) && content.length < INLINE_CHARS / 2;
    if (isInline) pictures.set(id, `data:${each.mimeType};base64,${base64(content)}`);
    else
      attachments.push({
        name: fileName(each.filename) || `${index + 1}${ENDINGS.get(each.mimeType) ?? ''}`,
        bytes: content,
      });
  }
  let left = INLINE_CHARS;
  const html = source.replace(PICTURE, (whole, before: string, id: string) => {
    const picture = pictures.get(plainId(id));
    left -= picture?.length ?? 0;
    return picture && left >= 0 ? before + picture : whole;
  });
  return {
    subject: mail.subject ?? '',
    from: addresses(mail.from ? [mail.from] : []),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    at: Number.isFinite(at) ? at : null,
    html,
    text: mail.text ?? '',
    attachments,
  };
}

/** The name of a picture of the mail, at the beginning of an address. */
const PICTURE = /(["'(=]\s*)cid:([^"')\s>]+)/gi;
function plainId(id: string): string {
  try {
    return decodeURIComponent(id).replaceAll('&amp;', '&');
  } catch {
    return id;
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

/** Lists people by their names and addresses; the members of a group follow its name. */
function addresses(list: readonly Address[] | undefined): string {
  const shown = (list ?? []).slice(0, MAX_ADDRESSES).map(({ name, address, group }) => {
    if (group && group.length > 0) return `${name}: ${addresses(group)}`;
    return name && address ? `${name} <${address}>` : name || (address ?? '');
  });
  return shown.join(', ');
}

/** The file extensions for attachments, which often have no name. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', '.eml'],
  ['text/calendar', '.ics'],
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
]);

/** Makes a name of one line without path separators, and without direction marks, which could hide an extension. */
const fileName = (name: string | null | undefined): string =>
  (name ?? '').replace(/[\p{Cc}\\/\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_').slice(-200);

const CHUNK = 0x8000;
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
