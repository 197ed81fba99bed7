import type { Attributes } from '../tokens.ts';
import { escapeAttribute } from './escape.ts';
import { REMOTE_URL, safeImageUrl } from './urls.ts';

/** A picture stored by the server: `src` is the thumbnail's address, `{{RemoteURL}}...`. */
export interface StoredImage {
  src: string;
  width: number;
  height: number;
}

/** The picture in its stored form, or null if its address is not allowed (inline data, for example). */
export function imageTag(attributes: Attributes, src: string, stored: StoredImage | null): string | null {
  const isEmoticon = (attributes.get('class') ?? '').split(/\s+/).includes('emoticon');
  const url = safeImageUrl(stored?.src ?? (isEmoticon ? emoticonUrl(attributes, src) : src));
  if (!url) return null;
  const width = pixels(stored?.width ?? attributes.get('width'));
  const height = pixels(stored?.height ?? attributes.get('height'));
  const alt = attributes.get('data-name') || attributes.get('alt') || '';
  return (
    `<img class="${isEmoticon ? 'emoticon' : 'browse'}"` +
    (width && ` width="${width}"`) +
    (height && ` height="${height}"`) +
    ` src="${escapeAttribute(url)}" alt="${escapeAttribute(alt.slice(0, 200))}">`
  );
}

/** Our own emoticons have a path; `emosearch` marks one from the web, which has an address only. */
function emoticonUrl(attributes: Attributes, src: string): string {
  const asset = attributes.get('data-asset') ?? '';
  const isPath = /^[\w-][\w./-]*$/.test(asset) && !asset.includes('..');
  return isPath && asset !== 'emosearch' ? REMOTE_URL + asset : src;
}

function pixels(size: string | number | undefined): string {
  const value = Number(size);
  return Number.isInteger(value) && value > 0 && value < 20000 ? String(value) : '';
}
