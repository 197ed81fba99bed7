import { childOf, numberIn } from '../zip/officeFile.ts';
import { type Fill, type Line, px } from './shape.ts';
import { brightened, tinted } from './themeColors.ts';

/** The colors and pictures of a part of a presentation. */
export interface Paint {
  colors: ReadonlyMap<string, string>;
  /** The theme's names for colors such as `tx1`. */
  map: ReadonlyMap<string, string>;
  /** The address of a picture of this part; '' if it cannot be shown. */
  picture: (id: string) => string;
}

const NAMED: Record<string, string> = {
  ...{ black: '#000000', white: '#ffffff', red: '#ff0000', green: '#008000', blue: '#0000ff', yellow: '#ffff00' },
  ...{ gray: '#808080', orange: '#ffa500' },
};
const DEFAULT_MAP: Record<string, string> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
const PERCENT = 100_000;

/** A color element's parent, such as `solidFill`; `own` is the color that `phClr` names. */
export function colorIn(element: Element | undefined, { colors, map }: Paint, own?: string): string | undefined {
  const color = [...(element?.children ?? [])].find((each) => each.localName.endsWith('Clr'));
  if (!color) return undefined;
  const value = color.getAttribute('val') ?? '';
  let base: string | undefined;
  if (color.localName === 'srgbClr') base = /^[\da-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : undefined;
  else if (color.localName === 'sysClr') base = hex(color.getAttribute('lastClr') ?? '');
  else if (color.localName === 'prstClr') base = NAMED[value] ?? '#808080';
  else if (value === 'phClr') base = own;
  else base = colors.get(map.get(value) ?? DEFAULT_MAP[value] ?? value);
  return base && changed(base, color);
}
const hex = (value: string) => (/^[\da-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : undefined);

function changed(base: string, color: Element): string {
  const part = (name: string, usual: number) => numberIn(childOf(color, name), 'val', usual) / PERCENT;
  let result = brightened(base, part('lumMod', PERCENT), part('lumOff', 0));
  if (childOf(color, 'tint')) result = tinted(result, 1 - part('tint', PERCENT));
  if (childOf(color, 'shade')) result = tinted(result, part('shade', PERCENT) - 1);
  const alpha = part('alpha', PERCENT);
  if (alpha >= 1) return result;
  return `${result}${Math.round(Math.max(0, alpha) * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** Finds the fill among an element's children; undefined if there is none, null if it explicitly says none. */
export function fillIn(element: Element | undefined, paint: Paint, own?: string): Fill | null | undefined {
  for (const each of element?.children ?? []) {
    if (each.localName === 'noFill') return null;
    if (each.localName === 'solidFill') {
      const color = colorIn(each, paint, own);
      return color ? { kind: 'color', color } : undefined;
    }
    if (each.localName === 'gradFill') return gradient(each, paint, own);
    if (each.localName === 'blipFill') {
      const url = paint.picture(embedIn(childOf(each, 'blip')));
      return url ? { kind: 'picture', url } : undefined;
    }
    if (each.localName === 'pattFill') {
      const color = colorIn(childOf(each, 'bgClr'), paint, own);
      return color ? { kind: 'color', color } : undefined;
    }
  }
  return undefined;
}

export const embedIn = (blip: Element | undefined): string =>
  [...(blip?.attributes ?? [])].find(({ localName }) => localName === 'embed')?.value ?? '';

const ANGLE = 60_000;
function gradient(element: Element, paint: Paint, own?: string): Fill | undefined {
  const stops = [...(childOf(element, 'gsLst')?.children ?? [])]
    .map((each) => ({ at: numberIn(each, 'pos') / 1000, color: colorIn(each, paint, own) }))
    .filter((stop) => stop.color !== undefined)
    .sort((a, b) => a.at - b.at)
    .map(({ at, color }) => `${color} ${at}%`);
  if (stops.length < 2) return undefined;
  const isRound = childOf(element, 'path') !== undefined;
  const angle = numberIn(childOf(element, 'lin'), 'ang') / ANGLE + 90;
  const css = isRound ? `radial-gradient(${stops.join(', ')})` : `linear-gradient(${angle}deg, ${stops.join(', ')})`;
  return { kind: 'gradient', css };
}

export function lineIn(element: Element | undefined, paint: Paint, own?: string): Line | null | undefined {
  if (!element) return undefined;
  const fill = fillIn(element, paint, own);
  if (fill === null) return null;
  const color = fill?.kind === 'color' ? fill.color : own;
  if (!color) return undefined;
  const dash = childOf(element, 'prstDash')?.getAttribute('val') ?? 'solid';
  const hasArrow = (name: string) => (childOf(element, name)?.getAttribute('type') ?? 'none') !== 'none';
  return {
    color,
    width: Math.max(1, px(numberIn(element, 'w', 9525))),
    isDashed: dash !== 'solid',
    arrows: { start: hasArrow('headEnd'), end: hasArrow('tailEnd') },
  };
}
