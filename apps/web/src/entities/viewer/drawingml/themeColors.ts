import { allIn } from '../zip/officeFile.ts';

/** The colors of a theme, by their names: `accent1` is `#rrggbb`. */
export function themeColors(theme: Document | undefined): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  for (const each of allIn(theme, 'clrScheme')[0]?.children ?? []) {
    const [color] = each.children;
    const value = color?.getAttribute('lastClr') ?? color?.getAttribute('val') ?? '';
    if (/^[\da-f]{6}$/i.test(value)) colors.set(each.localName, `#${value.toLowerCase()}`);
  }
  return colors;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const joined = (values: readonly number[]) =>
  `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Makes a color lighter for a positive part of 1, darker for a negative one. */
export function tinted(color: string, tint: number): string {
  if (tint === 0) return color;
  return joined(channels(color).map((value) => (tint > 0 ? value + (255 - value) * tint : value * (1 + tint))));
}

/** Applies the brightness that a theme describes: a factor, then an offset of white. */
export const brightened = (color: string, factor: number, offset: number): string =>
  joined(channels(color).map((value) => value * factor + 255 * offset));
