import { jsonOf, parsedJson, serializedJson } from '#platform/http/jsonText';
import type { View } from '#platform/work';
import { addressKeys } from './keys.service.ts';

/** A file's address without a query; captures the token. */
const ADDRESS = String.raw`file\/(?:thumb\/)?([\w-]{24})(?:\/[^"'\\\s<>?#&/]{1,3000})?`;
const ALONE = new RegExp(String.raw`^(?:\{\{RemoteURL\}\})?${ADDRESS}$`);
/** The address of a picture in a text, only as its source: texts are sanitized, so a `<` begins a tag. */
const SHOWN = new RegExp(String.raw`<img\b[^<>]{0,1000}?\ssrc="\{\{RemoteURL\}\}${ADDRESS}(?=")`, 'g');

/**
 * Adds a key to each file address in an answer, for this file and the caller's device, so that a browser can load it:
 * an `<img>` sends no header. Look-alike addresses and those in links get none: the author of a text could have the
 * keys sent elsewhere. Our own clients add keys themselves, because what they store must not change every hour.
 */
export async function withFileKeys(view: View, data: unknown): Promise<unknown> {
  if (view.caller.deviceId === 0) return data;
  const json = jsonOf(data ?? null);
  // Most answers contain no such address. The text that was searched becomes the answer, so that a long list is not
  // serialized twice.
  if (!json.includes('file/')) return serializedJson(json);
  return signed(parsedJson(data), await addressKeys(view));
}

type KeyOf = (token: string) => string;

function signed(value: unknown, keyOf: KeyOf): unknown {
  if (typeof value === 'string') return signedText(value, keyOf);
  if (Array.isArray(value)) return value.map((each) => signed(each, keyOf));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Markdown is stored as it was written, so a tag in it may be part of an address.
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

/** A file that is no picture has no thumbnail of its own. */
const isFile = (fields: Record<string, unknown>): fields is { ext: string } =>
  fields['thumb'] === '' && typeof fields['ext'] === 'string' && typeof fields['url'] === 'string';
const iconOf = (ext: string) => `{{RemoteURL}}file/icon/${encodeURIComponent(ext || 'file')}.svg`;
