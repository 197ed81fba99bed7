import { formatNumber } from '../sheet/numberFormat.ts';
import { allIn, childOf, childrenOf, numberIn } from '../zip/officeFile.ts';
import type { Axis, Chart, ChartGroup, ChartSeries } from './chart.ts';
import { colorIn, fillIn, lineIn, type Paint } from './paint.ts';
import { fontPx, px } from './shape.ts';
import { tinted } from './themeColors.ts';

/** Values of cells, such as of `Sheet1!$B$2:$B$9`, for files whose charts do not repeat them. */
export type CellsOf = (reference: string) => Promise<CellValues>;
interface CellValues {
  values: readonly (string | number | null)[];
  /** Format of the first number. */
  format: string;
}
const NO_CELLS: CellValues = { values: [], format: 'General' };

const MAX_SERIES = 100;
const MAX_POINTS = 10_000;
/** Maximum number of points in all series: each becomes an element of the page. */
const MAX_DRAWN = 20_000;
const KINDS: Record<string, ChartGroup['kind']> = {
  ...{ barChart: 'bars', bar3DChart: 'bars', lineChart: 'lines', line3DChart: 'lines', stockChart: 'lines' },
  ...{ areaChart: 'areas', area3DChart: 'areas', pieChart: 'pie', pie3DChart: 'pie', ofPieChart: 'pie' },
  ...{ doughnutChart: 'pie', scatterChart: 'dots', bubbleChart: 'dots', radarChart: 'radar' },
};

/** The defaults of a chart that does not set them. */
export interface ChartDefaults {
  /** The font size in pixels. */
  letters: number;
  /** The background, and a line around it; undefined if the part below shows through. */
  paper?: string;
  cells?: CellsOf;
}

/** @returns undefined for a kind that is not drawn, and for a chart without series */
export async function readChart(
  document: Document | undefined,
  paint: Paint,
  { letters, paper, cells = async () => NO_CELLS }: ChartDefaults,
): Promise<Chart | undefined> {
  const space = document?.documentElement;
  const chart = childOf(space, 'chart');
  const area = childOf(chart, 'plotArea');
  const elements = [...(area?.children ?? [])].filter((each) => KINDS[each.localName]);
  const axes = [...(area?.children ?? [])].filter((each) => /^(cat|date|val|ser)Ax$/.test(each.localName));
  const idOf = (axis: Element) => childOf(axis, 'axId')?.getAttribute('val') ?? '';
  const axesOf = (group: Element) => {
    const ids = childrenOf(group, 'axId').map((each) => each.getAttribute('val') ?? '');
    return axes.filter((each) => ids.includes(idOf(each)));
  };
  /** The axis of values; dots have two, of which the second one is vertical. */
  const valueAxis = (group: Element) => axesOf(group).findLast((each) => each.localName === 'valAx');
  const [firstGroup] = elements;
  const firstValues = firstGroup && valueAxis(firstGroup);
  const across = axisIn(firstGroup && axesOf(firstGroup).find((each) => each !== firstValues));
  const reader = { paint, cells, names: across.format };
  const groups: ChartGroup[] = [];
  const values = new Set<Element>();
  let made = 0;
  for (const element of elements) {
    const axis = valueAxis(element);
    if (axis) values.add(axis);
    const isSecond = axis !== undefined && [...values].indexOf(axis) > 0;
    const series = childrenOf(element, 'ser').slice(0, MAX_SERIES - made);
    const most = Math.floor(MAX_DRAWN / Math.max(1, allIn(area, 'ser').length));
    const group = await groupIn(element, series, { reader, isSecond, made, most });
    made += series.length;
    if (group.series.length > 0) groups.push(group);
  }
  const [first, second] = [...values];
  if (groups.length === 0) return undefined;
  const textsOf = [space, ...axes, childOf(chart, 'legend'), allIn(area, 'dLbls')[0]].map((each) =>
    childOf(each, 'txPr', 'p', 'pPr', 'defRPr'),
  );
  const points = textsOf.map((each) => numberIn(each, 'sz')).find((each) => each > 0);
  const own = groups.length === 1 && groups[0]?.series.length === 1 ? groups[0].series[0]?.name : undefined;
  const title = childOf(chart, 'title');
  const isUntitled = isTrue(childOf(chart, 'autoTitleDeleted'));
  const legend = childOf(chart, 'legend');
  return {
    title: title ? textIn(title) || (own ?? '') : isUntitled ? '' : (own ?? ''),
    size: points ? Math.min(MOST_PX, Math.max(LEAST_PX, fontPx(points))) : letters,
    ink: colorIn(childOf(textsOf[0], 'solidFill'), paint) ?? '#404246',
    ...paperOf(space, paint, paper),
    legend: legend && (SIDES[childOf(legend, 'legendPos')?.getAttribute('val') ?? 'r'] ?? 'right'),
    groups,
    across,
    values: [axisIn(first), second && axisIn(second)],
  };
}
/** Range of font sizes: no program offers smaller ones, and larger ones leave no room for the chart. */
const [LEAST_PX, MOST_PX] = [4, 100];
const SIDES: Record<string, Chart['legend']> = { l: 'left', r: 'right', tr: 'right', t: 'top', b: 'bottom' };

const isTrue = (element: Element | undefined) =>
  element !== undefined && !['0', 'false'].includes(element.getAttribute('val') ?? '1');

function paperOf(space: Element | undefined, paint: Paint, usual: string | undefined): Pick<Chart, 'paper' | 'edge'> {
  const own = childOf(space, 'spPr');
  const fill = fillIn(own, paint);
  const line = lineIn(childOf(own, 'ln'), paint);
  const edge = line === undefined ? usual && '#d9d9d9' : line?.color;
  // The default background is also drawn instead of none, because the page below may be dark.
  return { paper: fill?.kind === 'color' ? fill.color : usual, edge };
}

/** The text of a title: that of its runs, or the text that a cell had. */
const textIn = (element: Element | undefined): string => {
  const runs = allIn(element, 'p').map((each) => allIn(each, 't').map((run) => run.textContent ?? ''));
  const text = runs.map((each) => each.join('')).join('\n');
  return (
    text ||
    allIn(element, 'pt')
      .map((each) => childOf(each, 'v')?.textContent ?? '')
      .join(' ')
  ).trim();
};

function axisIn(element: Element | undefined): Axis {
  const scaling = childOf(element, 'scaling');
  const bound = (name: string) => {
    const value = numberIn(childOf(scaling, name), 'val', Number.NaN);
    return Number.isNaN(value) ? undefined : value;
  };
  const format = childOf(element, 'numFmt');
  const isOwn = format !== undefined && !['1', 'true'].includes(format.getAttribute('sourceLinked') ?? '');
  return {
    title: textIn(childOf(element, 'title')),
    isShown: element !== undefined && !isTrue(childOf(element, 'delete')),
    format: isOwn ? (format.getAttribute('formatCode') ?? undefined) : undefined,
    min: bound('min'),
    max: bound('max'),
    step: positive(numberIn(childOf(element, 'majorUnit'), 'val')),
    isReversed: childOf(scaling, 'orientation')?.getAttribute('val') === 'maxMin',
    isLogarithmic: childOf(scaling, 'logBase') !== undefined,
    hasGrid: childOf(element, 'majorGridlines') !== undefined,
  };
}

const positive = (value: number) => (value > 0 ? value : undefined);

interface Reader {
  paint: Paint;
  cells: CellsOf;
  /** The format of categories that are numbers, such as days. */
  names: string | undefined;
}

async function groupIn(
  element: Element,
  listed: readonly Element[],
  { reader, isSecond, made, most }: { reader: Reader; isSecond: boolean; made: number; most: number },
): Promise<ChartGroup> {
  const kind = KINDS[element.localName] ?? 'bars';
  const value = (name: string) => childOf(element, name)?.getAttribute('val') ?? '';
  const grouping = value('grouping');
  const isVaried = kind === 'pie' || (isTrue(childOf(element, 'varyColors')) && listed.length === 1);
  const series = await Promise.all(
    listed.map((each, index) => seriesIn(each, element, { kind, reader, isVaried, index: made + index, most })),
  );
  return {
    kind,
    isHorizontal: value('barDir') === 'bar',
    stacking: grouping === 'stacked' ? 'sum' : grouping === 'percentStacked' ? 'share' : 'none',
    gap: numberIn(childOf(element, 'gapWidth'), 'val', 150) / 100,
    hole: element.localName === 'doughnutChart' ? numberIn(childOf(element, 'holeSize'), 'val', 50) / 100 : 0,
    isSecond,
    hasSpans: element.localName === 'stockChart' || childOf(element, 'hiLowLines') !== undefined,
    series: series.filter(({ values }) => values.some((each) => each !== null)),
  };
}

const USUAL_COLORS = ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47'];
/** The color of a series by default: the accents of the theme, then lighter and darker ones. */
function usualColor(index: number, { colors }: Paint): string {
  const color = colors.get(`accent${(index % 6) + 1}`) ?? USUAL_COLORS[index % 6] ?? '#4472c4';
  return tinted(color, [0, -0.4, 0.4, -0.2, 0.6][Math.floor(index / 6) % 5] ?? 0);
}

interface SeriesContext {
  kind: ChartGroup['kind'];
  reader: Reader;
  isVaried: boolean;
  index: number;
  /** The most points. */
  most: number;
}

async function seriesIn(
  element: Element,
  group: Element,
  { kind, reader, isVaried, index, most }: SeriesContext,
): Promise<ChartSeries> {
  const { paint } = reader;
  const own = childOf(element, 'spPr');
  const line = childOf(own, 'ln');
  const fill = fillIn(own, paint);
  const color =
    (kind === 'lines' || kind === 'dots' || kind === 'radar'
      ? colorIn(childOf(line, 'solidFill'), paint)
      : undefined) ??
    solid(fill) ??
    usualColor(numberIn(childOf(element, 'idx'), 'val', index), paint);
  const read = await numbersIn(childOf(element, kind === 'dots' ? 'yVal' : 'val'), reader);
  const values = { ...read, numbers: read.numbers.slice(0, most) };
  const colors = new Map<number, string>();
  if (isVaried) for (const at of values.numbers.keys()) colors.set(at, usualColor(at, paint));
  for (const point of childrenOf(element, 'dPt')) {
    const found = solid(fillIn(childOf(point, 'spPr'), paint));
    if (found) colors.set(numberIn(childOf(point, 'idx'), 'val', -1), found);
  }
  const places = kind === 'dots' ? (await numbersIn(childOf(element, 'xVal'), reader)).numbers : [];
  const sizes = await numbersIn(childOf(element, 'bubbleSize'), reader);
  const isStock = group.localName === 'stockChart';
  const style = childOf(group, 'scatterStyle')?.getAttribute('val') ?? '';
  const isUnjoined = fillIn(line, paint) === null || isStock || group.localName === 'bubbleChart';
  const symbol = childOf(element, 'marker', 'symbol')?.getAttribute('val');
  const usualMarkers = kind === 'dots' || isStock || isTrue(childOf(group, 'marker'));
  const [name] = await textsIn(childOf(element, 'tx'), { ...reader, names: undefined });
  return {
    name: name ?? '',
    color,
    colors,
    lineWidth: isUnjoined || style === 'marker' ? 0 : Math.max(1, px(numberIn(line, 'w', 28_575))),
    hasMarkers: symbol ? symbol !== 'none' : usualMarkers,
    isSmooth: isTrue(childOf(element, 'smooth')),
    categories: await textsIn(childOf(element, 'cat'), reader),
    values: values.numbers,
    // If there are no numbers below them, dots are in a row.
    places: places.some((each) => each !== null) ? places : values.numbers.map((_, at) => at + 1),
    sizes: sizes.numbers,
    labels: labelsIn(element, group),
    format: values.format,
  };
}
const solid = (fill: ReturnType<typeof fillIn>) => (fill?.kind === 'color' ? fill.color : undefined);

function labelsIn(element: Element, group: Element): ChartSeries['labels'] {
  const labels = childOf(element, 'dLbls') ?? childOf(group, 'dLbls');
  if (!labels || isTrue(childOf(labels, 'delete'))) return [];
  const shows = (name: string) => childOf(labels, name) !== undefined && isTrue(childOf(labels, name));
  return (
    [
      ['showCatName', 'name'],
      ['showVal', 'value'],
      ['showPercent', 'share'],
    ] as const
  ).flatMap(([name, label]) => (shows(name) ? [label] : []));
}

/** Reads the numbers of cells as the program stored them, or else from the cells themselves. */
async function numbersIn(
  element: Element | undefined,
  { cells }: Reader,
): Promise<{ numbers: readonly (number | null)[]; format: string }> {
  const kept = childOf(element, 'numRef', 'numCache') ?? childOf(element, 'numLit');
  const format = childOf(kept, 'formatCode')?.textContent || 'General';
  const listed = pointsIn(kept);
  if (listed.length > 0) return { numbers: listed.map((text) => numberOf(text)), format };
  const reference = referenceIn(element);
  const found = reference ? await cells(reference) : NO_CELLS;
  const numbers = found.values.slice(0, MAX_POINTS).map((each) => (typeof each === 'number' ? each : null));
  return { numbers, format: found.format };
}
const numberOf = (text: string | undefined) =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);

async function textsIn(element: Element | undefined, { cells, names }: Reader): Promise<readonly string[]> {
  const plain = childOf(element, 'v')?.textContent;
  if (plain) return [plain];
  const numbers = childOf(element, 'numRef', 'numCache') ?? childOf(element, 'numLit');
  const format = names ?? (childOf(numbers, 'formatCode')?.textContent || 'General');
  if (numbers) {
    return pointsIn(numbers).map((text) => {
      const number = numberOf(text);
      return number === null ? (text ?? '') : formatNumber(number, format);
    });
  }
  // If there are several levels, the first one is the nearest to the axis.
  const levels = childOf(element, 'multiLvlStrRef', 'multiLvlStrCache');
  const kept = childOf(element, 'strRef', 'strCache') ?? childOf(element, 'strLit') ?? childOf(levels, 'lvl');
  const listed = pointsIn(kept);
  if (listed.length > 0) return listed.map((text) => text ?? '');
  const reference = referenceIn(element);
  const found = reference ? await cells(reference) : NO_CELLS;
  const own = names ?? found.format;
  return found.values
    .slice(0, MAX_POINTS)
    .map((each) => (typeof each === 'number' ? formatNumber(each, own) : (each ?? '')));
}

const referenceIn = (element: Element | undefined) =>
  ['numRef', 'strRef', 'multiLvlStrRef'].map((name) => childOf(element, name, 'f')?.textContent).find(Boolean) ?? '';

/** Reads points by the index that each gives; those that are missing are empty. */
function pointsIn(kept: Element | undefined): (string | undefined)[] {
  const count = Math.min(MAX_POINTS, numberIn(childOf(kept, 'ptCount'), 'val'));
  const found: (string | undefined)[] = Array.from({ length: Math.max(0, count) });
  for (const each of childrenOf(kept, 'pt')) {
    const at = numberIn(each, 'idx', -1);
    if (at >= 0 && at < MAX_POINTS) found[at] = childOf(each, 'v')?.textContent ?? '';
  }
  return Array.from(found);
}
