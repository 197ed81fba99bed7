import { NUMBER_FORMATS } from '@atrium/contract/files/numberFormats.ts';
import { themeColors, tinted } from '../drawingml/themeColors.ts';
import { allIn, childOf, childrenOf, numberIn } from '../zip/officeFile.ts';
import type { CellLook } from './workbook.ts';

export interface CellLooks {
  of(style: number): { format: string; look?: CellLook };
}

/** The looks of cells, from the styles of a workbook. */
export function looksIn(styles: Document | undefined, theme: Document | undefined): CellLooks {
  const colors = themeColors(theme);
  const formats = new Map(
    allIn(styles, 'numFmt').map((each) => [numberIn(each, 'numFmtId'), each.getAttribute('formatCode') ?? 'General']),
  );
  const colorOf = (element: Element | undefined) => colorIn(element, colors);
  const fonts = childrenOf(allIn(styles, 'fonts')[0], 'font');
  const fills = childrenOf(allIn(styles, 'fills')[0], 'fill');
  const all = childrenOf(allIn(styles, 'cellXfs')[0], 'xf').map((each) => {
    const font = fonts[numberIn(each, 'fontId')];
    const fill = childOf(fills[numberIn(each, 'fillId')], 'patternFill');
    const alignment = childOf(each, 'alignment');
    const align = alignment?.getAttribute('horizontal') ?? '';
    const color = colorOf(childOf(font, 'color'));
    const filled = fill?.getAttribute('patternType') === 'solid' ? colorOf(childOf(fill, 'fgColor')) : undefined;
    const look: CellLook = {
      ...(isSet(childOf(font, 'b')) && { isBold: true }),
      ...(isSet(childOf(font, 'i')) && { isItalic: true }),
      ...(isSet(childOf(font, 'u')) && { isUnderlined: true }),
      ...(color && { color }),
      ...(filled && { fill: filled }),
      ...((align === 'left' || align === 'center' || align === 'right') && { align }),
      ...(alignment?.getAttribute('wrapText') === '1' && { wraps: true }),
    };
    const id = numberIn(each, 'numFmtId');
    return {
      format: formats.get(id) ?? NUMBER_FORMATS[id] ?? 'General',
      ...(Object.keys(look).length > 0 && { look }),
    };
  });
  return { of: (style) => all[style] ?? { format: 'General' } };
}

const isSet = (element: Element | undefined) =>
  element !== undefined && !['0', 'false', 'none'].includes(element.getAttribute('val') ?? '1');

/** Indexes into a theme, in the order of a workbook. */
const THEME = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ');
/** The default colors of the old palette; 64 and 65 are the system's. */
const INDEXED: Record<number, string> = {
  ...{ 0: '#000000', 1: '#ffffff', 2: '#ff0000', 3: '#00ff00', 4: '#0000ff', 5: '#ffff00', 6: '#ff00ff', 7: '#00ffff' },
  ...{ 8: '#000000', 9: '#ffffff', 10: '#ff0000', 11: '#00ff00', 12: '#0000ff', 13: '#ffff00', 22: '#c0c0c0' },
  ...{ 23: '#808080', 43: '#ffff99', 44: '#99ccff', 47: '#ffcc99', 50: '#99cc00', 51: '#ffcc00', 53: '#ff6600' },
};

function colorIn(element: Element | undefined, colors: ReadonlyMap<string, string>): string | undefined {
  const rgb = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(element?.getAttribute('rgb') ?? '')?.[1];
  const themed = element?.hasAttribute('theme') ? colors.get(THEME[numberIn(element, 'theme')] ?? '') : undefined;
  const base = rgb ? `#${rgb.toLowerCase()}` : (themed ?? INDEXED[numberIn(element, 'indexed', -1)]);
  return base && tinted(base, numberIn(element, 'tint'));
}
