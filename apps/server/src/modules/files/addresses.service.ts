import { unwritten } from '#platform/http/jsonText';
import type { View } from '#platform/work';
import { addressKeys } from './keys.service.ts';

/** An address of a file, without a query; what it names is captured. */
const ADDRESS = String.raw`file\/(?:thumb\/)?([\w-]{24})(?:\/[^"'\\\s<>?#&/]{1,3000})?`;
const ALONE = new RegExp(String.raw`^(?:\{\{RemoteURL\}\})?${ADDRESS}$`);
/** Within a text only where it is the source of a picture: texts are cleaned, so that a `<` begins a tag. */
const SHOWN = new RegExp(String.raw`<img\b[^<>]{0,1000}?\ssrc="\{\{RemoteURL\}\}${ADDRESS}(?=")`, 'g');

/**
 * An answer whose addresses of files a browser can fetch as they are: an `<img>` sends no header, so each carries a key
 * for this file and the caller's device. Other addresses that look alike, and those of links, get none: whoever wrote
 * the text could have them sent elsewhere. Our own clients add a key themselves, because what they keep must not change
 * by the hour.
 */
export async function withFileKeys(view: View, data: unknown): Promise<unknown> {
  if (view.caller.deviceId === 0) return data;
  const whole = unwritten(data);
  if (!JSON.stringify(whole ?? null).includes('file/')) return whole;
  return signed(whole, await addressKeys(view));
}

type KeyOf = (token: string) => string;

function signed(value: unknown, keyOf: KeyOf): unknown {
  if (typeof value === 'string') return signedText(value, keyOf);
  if (Array.isArray(value)) return value.map((each) => signed(each, keyOf));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Markdown is as it was written: a tag in it may be a part of an address.
  const isMarkdown = 'type' in value && value.type === 'md';
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isMarkdown && typeof each === 'string' ? each : signed(each, keyOf),
    ]),
  );
  return isFile(fields) ? { ...fields, thumb: iconOf(fields.ext) } : fields;
}

function signedText(text: string, keyOf: KeyOf): string {
  if (!text.includes('file/')) return text;
  const token = ALONE.exec(text)?.[1];
  if (token) return `${text}?key=${keyOf(token)}`;
  return text.replace(SHOWN, (found, shown: string) => `${found}?key=${keyOf(shown)}`);
}

/** A file that is no picture has no thumb of its own. */
const isFile = (fields: Record<string, unknown>): fields is { ext: string } =>
  fields['thumb'] === '' && typeof fields['ext'] === 'string' && typeof fields['url'] === 'string';
const iconOf = (ext: string) => `{{RemoteURL}}file/icon/${encodeURIComponent(ext || 'file')}.svg`;
