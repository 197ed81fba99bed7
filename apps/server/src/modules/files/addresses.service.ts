import { unwritten } from '#platform/http/written';
import type { View } from '#platform/work';
import { giveKey } from './keys.service.ts';

/** Addresses of files as messages, tasks and answers hold them, without a query. */
const ADDRESS = /(?:\{\{RemoteURL\}\})?\bfile\/(?:thumb\/)?[\w-]{24}(?:\/[^"'\\\s<>?#&)]*)?(?![\w/?%.-])/g;

/**
 * An answer whose addresses of files a browser can fetch as they are: an `<img>` sends no header, so each carries a key
 * of the caller's device, which ends with its sign-in or within three hours. Rights are asked again when it is fetched.
 * Our own clients add the key themselves, because what they keep must not change by the hour.
 */
export async function withFileKeys(view: View, data: unknown): Promise<unknown> {
  if (view.caller.deviceId === 0) return data;
  const whole = unwritten(data);
  if (!JSON.stringify(whole ?? null).includes('file/')) return whole;
  const { key } = await giveKey(view);
  return signed(whole, key);
}

function signed(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.includes('file/') ? value.replace(ADDRESS, `$&?key=${key}`) : value;
  if (Array.isArray(value)) return value.map((each) => signed(each, key));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, signed(each, key)]));
  return isFile(fields) ? { ...fields, thumb: iconOf(fields.ext) } : fields;
}

/** A file that is no picture has no thumb of its own. */
const isFile = (fields: Record<string, unknown>): fields is { ext: string } =>
  fields['thumb'] === '' && typeof fields['ext'] === 'string' && typeof fields['url'] === 'string';
const iconOf = (ext: string) => `{{RemoteURL}}file/icon/${encodeURIComponent(ext || 'file')}.svg`;
