import { childOf, childrenOf, numberIn } from '../zip/officeFile.ts';
import { colorIn, type Paint } from './paint.ts';
import { fontPx, type Paragraph, px, type Run, type TextBox } from './shape.ts';

/** The sources of properties that a text does not set itself, the nearest first. */
export interface Inherited {
  /** `lstStyle` elements and the master's styles. */
  styles: readonly (Element | undefined)[];
  /** `bodyPr` elements. */
  bodies: readonly (Element | undefined)[];
  /** The color of the shape's style. */
  color: string | undefined;
  fonts: { major: string; minor: string };
  /** An address for a relation's id; '' if it is none that may be opened. */
  linkOf: (id: string) => string;
  /** The number of the slide. */
  number: number | undefined;
}

const INSET = { tIns: 45_720, rIns: 91_440, bIns: 45_720, lIns: 91_440 };
const ANCHORS: Record<string, TextBox['anchor']> = { t: 'start', ctr: 'center', b: 'end' };
const ALIGN: Record<string, Paragraph['align']> = { ctr: 'center', r: 'right', just: 'justify', dist: 'justify' };
const MAX_PARAGRAPHS = 2000;

export function textIn(body: Element | undefined, paint: Paint, inherited: Inherited): TextBox | undefined {
  if (!body) return undefined;
  const bodies = [childOf(body, 'bodyPr'), ...inherited.bodies];
  const first = (name: string) => bodies.find((each) => each?.hasAttribute(name))?.getAttribute(name) ?? '';
  const inset = (name: keyof typeof INSET) => px(Number(first(name) || INSET[name]) || 0);
  const fit = bodies.map((each) => childOf(each, 'normAutofit')).find((each) => each !== undefined);
  const scale = numberIn(fit, 'fontScale', 100_000) / 100_000;
  const styles = [childOf(body, 'lstStyle'), ...inherited.styles];
  const numbers: number[] = [];
  const paragraphs = childrenOf(body, 'p')
    .slice(0, MAX_PARAGRAPHS)
    .map((each) => paragraphIn(each, paint, { ...inherited, styles }, scale, numbers));
  return {
    paragraphs,
    anchor: ANCHORS[first('anchor')] ?? 'start',
    padding: [inset('tIns'), inset('rIns'), inset('bIns'), inset('lIns')],
    wraps: first('wrap') !== 'none',
    turned: first('vert') === 'vert270' ? 'up' : /^(vert|eaVert)$/.test(first('vert')) ? 'down' : undefined,
  };
}

function paragraphIn(
  element: Element,
  paint: Paint,
  inherited: Inherited,
  scale: number,
  numbers: number[],
): Paragraph {
  const own = childOf(element, 'pPr');
  const level = Math.min(8, Math.max(0, numberIn(own, 'lvl')));
  const sources = [own, ...inherited.styles.map((style) => childOf(style, `lvl${level + 1}pPr`) ?? undefined)];
  const attribute = (name: string) => sources.find((each) => each?.hasAttribute(name))?.getAttribute(name) ?? '';
  const part = (...path: string[]) => sources.map((each) => childOf(each, ...path)).find((each) => each !== undefined);
  const defaults = sources.map((each) => childOf(each, 'defRPr'));
  const runs: Run[] = [];
  for (const each of element.children) {
    const run = (text: string) =>
      runs.push({ ...runIn(childOf(each, 'rPr'), defaults, paint, inherited, scale), text });
    // The slide's number replaces the placeholder that programs leave in the file.
    const number = each.getAttribute('type') === 'slidenum' ? inherited.number : undefined;
    if (each.localName === 'r' || each.localName === 'fld') run(`${number ?? childOf(each, 't')?.textContent ?? ''}`);
    if (each.localName === 'br') run('\n');
  }
  if (runs.length === 0) {
    runs.push({ ...runIn(childOf(element, 'endParaRPr'), defaults, paint, inherited, scale), text: '' });
  }
  const hasText = runs.some(({ text }) => text.trim() !== '');
  const spacing = part('lnSpc', 'spcPct');
  const fixed = part('lnSpc', 'spcPts');
  return {
    runs,
    align: ALIGN[attribute('algn')] ?? 'left',
    bullet: bulletOf(sources, level, numbers, hasText),
    indent: px(Number(attribute('marL')) || 0),
    hanging: px(Number(attribute('indent')) || 0),
    before: fontPx(numberIn(part('spcBef', 'spcPts'), 'val')) * scale,
    lineHeight: fixed
      ? `${fontPx(numberIn(fixed, 'val'))}px`
      : String((numberIn(spacing, 'val', 100_000) / 100_000) * 1.2),
  };
}

/**
 * Finds the bullet of a paragraph: the nearest source that names one decides. Numbers continue until something else
 * comes between.
 */
function bulletOf(
  sources: readonly (Element | undefined)[],
  level: number,
  numbers: number[],
  hasText: boolean,
): string {
  const kinds = ['buNone', 'buChar', 'buAutoNum', 'buBlip'];
  const found = sources.flatMap((each) => [...(each?.children ?? [])]).find((each) => kinds.includes(each.localName));
  numbers.length = Math.min(numbers.length, level + 1);
  if (found?.localName === 'buAutoNum' && hasText) {
    numbers[level] = (numbers[level] ?? numberIn(found, 'startAt', 1) - 1) + 1;
    const mark = counted(numbers[level], found.getAttribute('type') ?? '');
    return `${mark}${/ParenR|ParenBoth/.test(found.getAttribute('type') ?? '') ? ')' : '.'}`;
  }
  numbers.length = level;
  if (!hasText || !found || found.localName === 'buNone') return '';
  if (found.localName === 'buBlip') return '•';
  const mark = found.getAttribute('char') ?? '•';
  // A mark of a symbol font is replaced, because other fonts do not have it.
  return /[\uE000-\uF8FF]/.test(mark) || mark === '§' ? '▪' : mark;
}

const ROMAN: [number, string][] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
function counted(number: number, type: string): string {
  let text = String(number);
  if (type.startsWith('alpha')) text = String.fromCharCode(97 + ((number - 1) % 26));
  else if (type.startsWith('roman')) {
    text = '';
    let left = Math.min(number, 89);
    for (const [value, sign] of ROMAN) while (left >= value) [text, left] = [text + sign, left - value];
  }
  return /Uc/.test(type) ? text.toUpperCase() : text;
}

function runIn(
  own: Element | undefined,
  defaults: readonly (Element | undefined)[],
  paint: Paint,
  { color, fonts, linkOf }: Inherited,
  scale: number,
): Omit<Run, 'text'> {
  const sources = [own, ...defaults];
  const attribute = (name: string) => sources.find((each) => each?.hasAttribute(name))?.getAttribute(name) ?? '';
  const isOn = (name: string) => ['1', 'true'].includes(attribute(name));
  const colors = [colorIn(childOf(own, 'solidFill'), paint), color];
  const inherited = defaults.map((each) => colorIn(childOf(each, 'solidFill'), paint));
  const latin = sources.map((each) => childOf(each, 'latin')?.getAttribute('typeface')).find(Boolean) ?? '+mn-lt';
  const click = childOf(own, 'hlinkClick');
  const id = [...(click?.attributes ?? [])].find(({ name }) => name.endsWith(':id'))?.value ?? '';
  const raise = Number(attribute('baseline')) || 0;
  return {
    size: fontPx(Number(attribute('sz')) || 1800) * scale,
    isBold: isOn('b'),
    isItalic: isOn('i'),
    isUnderlined: !['', 'none'].includes(attribute('u')) || click !== undefined,
    isStruck: !['', 'noStrike'].includes(attribute('strike')),
    color: [...colors, ...inherited].find((each) => each !== undefined),
    font: latin === '+mj-lt' ? fonts.major : latin === '+mn-lt' ? fonts.minor : latin,
    link: id ? linkOf(id) : '',
    raise: raise > 0 ? 'super' : raise < 0 ? 'sub' : '',
  };
}
