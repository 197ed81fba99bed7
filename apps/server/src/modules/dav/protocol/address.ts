import type { App } from '#platform/app';
import { Refusal } from './refusal.ts';

/** Returns the decoded parts of an address below `/dav`. A trailing slash is not a part. @throws Refusal 400, 404 */
export function partsOf(path: string): string[] {
  // An address on the wire has no fragment. Without the fragment it would name the folder that contains the item.
  if (path.includes('#')) throw new Refusal(400);
  const [bare = ''] = path.split('?');
  const below = /^\/dav(?:\/(.*))?$/.exec(bare);
  if (!below) throw new Refusal(404);
  return (below[1] ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      let words: string;
      try {
        words = decodeURIComponent(part).normalize('NFC');
      } catch {
        throw new Refusal(400);
      }
      if (/[/\0]/.test(words) || words === '..' || words === '.') throw new Refusal(400);
      return words;
    });
}

export const addressOf = (parts: readonly string[], isFolder: boolean): string =>
  `/dav${parts.map((part) => `/${encodePart(part)}`).join('')}${isFolder ? '/' : ''}`;
const encodePart = (part: string) =>
  encodeURIComponent(part).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the parts of an address in a header, which names this server or none.
 *
 * @throws Refusal 400, 404; 502  for another server
 */
export function partsOfHeader(text: string, host: string, app: Pick<App, 'publicUrl'>): string[] {
  if (text.startsWith('/')) return partsOf(text);
  if (!URL.canParse(text)) throw new Refusal(400);
  const url = new URL(text);
  if (url.host !== host && url.host !== new URL(app.publicUrl).host) throw new Refusal(502);
  return partsOf(url.pathname);
}
