import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { FileMsg } from '@atrium/contract/files/files.ts';
import { locale } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';

/**
 * The data of a `file` message, with every field checked. `file` is its key while it is still being uploaded from here.
 */
export type ShownFile = FileMsg & { file: string };

export function fileOf({ msg }: Pick<ClientMessage, 'msg'>): ShownFile {
  const text = (name: string) => (typeof msg[name] === 'string' ? msg[name] : '');
  const number = (name: string) => (typeof msg[name] === 'number' ? msg[name] : -1);
  return {
    type: msg['type'] === 'img' ? 'img' : 'file',
    name: text('name'),
    size: Math.max(0, number('size')),
    ext: text('ext').toLowerCase(),
    path: text('path'),
    url: text('url'),
    thumb: text('thumb'),
    width: number('width'),
    height: number('height'),
    file: text('file'),
  };
}

/** Videos that every browser plays. */
export const isFilm = ({ ext }: Pick<ShownFile, 'ext'>) => ext === 'mp4';

/** Formats that may be animated. For others the thumbnail is enough in a list. */
const MOVING = ['gif', 'webp'];
const SMALL = 2 * 1024 * 1024;
/** The address of the picture in a chat: the thumbnail, or the whole file if it may be animated and is small. */
export const shownAddress = ({ ext, size, url, thumb }: ShownFile) =>
  (MOVING.includes(ext) && size < SMALL) || !thumb ? url : thumb;

const percents = lazyValue(() => new Intl.NumberFormat(locale, { style: 'percent' }));
/** Writes a percentage in the page's language: `40%` for 40. */
export const percentWords = (percent: number) => percents().format(percent / 100);

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
/** The cached formats; creating one takes as long as drawing a row of a list. */
const formats = new Map<string, Intl.NumberFormat>();
function formatOf(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  formats.set(key, format);
  return format;
}

/** Writes a size in the page's language, such as `1.4 MB`. */
export function sizeWords(bytes: number, locale: string): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${formatOf(locale, digits).format(value)} ${UNITS[unit]}`;
}
