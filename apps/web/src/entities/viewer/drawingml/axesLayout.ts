import { type ScaleBand, scaleBand } from 'd3-scale';
import { formatNumber } from '../sheet/numberFormat.ts';
import type { Axis, Chart, ChartGroup } from './chart.ts';
import { categoriesOf, type Scale, type Span, scaleOf, spansOf, ticksOf, valueScale } from './chartScale.ts';
import { clipped, letters } from './chartText.ts';
import type { Box } from './shape.ts';

interface Line {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
}
export interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  /** True for a label that is beside a point, not below it. */
  isBeside: boolean;
}
export interface DrawnGroup {
  group: ChartGroup;
  spans: readonly (readonly (Span | null)[])[];
  scale: Scale;
  /** The position of zero. */
  base: number;
}
/** The positions of the parts of a chart with axes, in pixels. */
export interface AxesLayout {
  groups: readonly DrawnGroup[];
  bands: ScaleBand<number>;
  /** The horizontal axis of dots. */
  dots: Scale | undefined;
  isHorizontal: boolean;
  grid: readonly Line[];
  labels: readonly Label[];
  /** The line at zero. */
  zero: Line;
  plot: Box;
}

/** @returns undefined without an axis of values */
export function layOutAxes(chart: Chart, box: Box): AxesLayout | undefined {
  const { size, across } = chart;
  const [first] = chart.groups;
  const isHorizontal = first?.kind === 'bars' && first.isHorizontal;
  const drawn = chart.groups.map((group) => ({ group, spans: spansOf(group) }));
  const categories = categoriesOf(chart);
  const sides = chart.values.map((axis, at) => {
    const groups = drawn.filter(({ group }) => group.isSecond === (at === 1));
    return axis && groups.length > 0 ? sideOf(axis, groups, size, isHorizontal) : undefined;
  });
  const longest = Math.max(0, ...categories.slice(0, 300).map((each) => letters(each, size)));
  const names = across.isShown ? Math.min(box.width * 0.35, longest + size * 0.6) : 0;
  const plot = plotIn(box, chart, {
    ...{ isHorizontal, names },
    sides: sides.map((side) => side?.room(isHorizontal ? box.width : box.height) ?? 0),
  });
  const high: readonly [number, number] = isHorizontal ? [plot.x, plot.x + plot.width] : [plot.y + plot.height, plot.y];
  const scales = sides.map((side) => side?.scale(high));
  const [main = scales[1], second] = scales;
  const side = sides[0] ?? sides[1];
  if (!main || !side) return undefined;
  const places = chart.groups
    .flatMap(({ series }) => series.flatMap((each) => each.places))
    .filter((each) => each !== null);
  const dots = first?.kind === 'dots' ? scaleOf(across, places, [plot.x, plot.x + plot.width]) : undefined;
  const span: [number, number] = isHorizontal ? [plot.y + plot.height, plot.y] : [plot.x, plot.x + plot.width];
  const bands = scaleBand(
    categories.map((_, at) => at),
    across.isReversed ? [span[1], span[0]] : span,
  );
  const place = placesIn(plot, size);
  const marks = side.marks(main, isHorizontal ? plot.width : plot.height);
  const labels: Label[] = side.axis.isShown
    ? marks.map(({ at, text }) => (isHorizontal ? place.below(at, text) : place.left(at, text)))
    : [];
  const grid = side.axis.hasGrid ? marks.map(({ at }) => (isHorizontal ? place.upright(at) : place.level(at))) : [];
  if (second && sides[0] && sides[1]?.axis.isShown) {
    labels.push(...sides[1].marks(second, plot.height).map(({ at, text }) => place.right(at, text)));
  }
  if (dots) {
    const ticks = ticksOf(dots, Math.min(12, Math.max(2, Math.floor(plot.width / (size * 5)))), across);
    if (across.hasGrid) grid.push(...ticks.map((value) => place.upright(dots(value))));
    const words = (value: number) => formatNumber(value, across.format ?? 'General');
    if (across.isShown) labels.push(...ticks.map((value) => place.below(dots(value), words(value))));
  } else if (across.isShown) {
    labels.push(...namesOf(categories, bands, { size, longest, isHorizontal, names, place, box }));
  }
  const base = zeroOf(main);
  return {
    ...{ bands, dots, isHorizontal, grid, labels, plot },
    groups: drawn.map(({ group, spans }) => {
      const scale = (group.isSecond && second) || main;
      return { group, spans, scale, base: zeroOf(scale) };
    }),
    zero: isHorizontal ? place.upright(base) : place.level(base),
  };
}

type Spans = Parameters<typeof valueScale>[1];

/** An axis of values, with labels for as many of them as there is room. */
function sideOf(axis: Axis, groups: Spans, size: number, isHorizontal: boolean) {
  const isShare = groups.some(({ group }) => group.stacking === 'share');
  const usual = isShare ? '0%' : groups[0]?.group.series[0]?.format;
  const scale = (range: readonly [number, number]) => valueScale(axis, groups, range);
  const marks = (on: Scale, length: number) => {
    const count = Math.max(2, Math.min(10, Math.floor(length / (size * (isHorizontal ? 5 : 2.6)))));
    return ticksOf(on, count, axis).map((value) => ({
      at: on(value),
      text: formatNumber(value, axis.format ?? usual ?? 'General'),
    }));
  };
  const room = (length: number) =>
    axis.isShown
      ? Math.max(0, ...marks(scale([0, length]), length).map(({ text }) => letters(text, size))) + size * 0.6
      : 0;
  return { axis, scale, marks, room };
}

interface Rooms {
  isHorizontal: boolean;
  /** The space for the names of categories beside bars. */
  names: number;
  /** The space for the values on the left and on the right. */
  sides: readonly number[];
}
function plotIn(box: Box, { size, across, values }: Chart, { isHorizontal, names, sides }: Rooms): Box {
  const [first, second] = values;
  const titled = (axis: Axis | undefined) => (axis?.isShown && axis.title ? size * 1.5 : 0);
  const line = (axis: Axis) => (axis.isShown ? size * 1.6 : 0) + titled(axis);
  const [left = 0, right = 0] = sides;
  const before = (isHorizontal ? names + titled(across) : left + titled(first)) || size * 0.5;
  const after = isHorizontal ? size : right + titled(second) || size * 0.5;
  return {
    x: box.x + before,
    y: box.y + size * 0.4,
    width: Math.max(10, box.width - before - after),
    height: Math.max(10, box.height - line(isHorizontal ? first : across) - size * 0.4),
  };
}

/** Returns functions for the places of labels and lines around and across a plot. */
const placesIn = (plot: Box, size: number) => {
  const [right, bottom] = [plot.x + plot.width, plot.y + plot.height];
  return {
    below: (x: number, text: string): Label => ({ text, x, y: bottom + size * 1.2, anchor: 'middle', isBeside: false }),
    left: (y: number, text: string): Label => ({ text, x: plot.x - size * 0.4, y, anchor: 'end', isBeside: true }),
    right: (y: number, text: string): Label => ({ text, x: right + size * 0.4, y, anchor: 'start', isBeside: true }),
    level: (y: number): Line => ({ x1: plot.x, x2: right, y1: y, y2: y }),
    upright: (x: number): Line => ({ x1: x, x2: x, y1: plot.y, y2: bottom }),
  };
};

interface Naming {
  size: number;
  longest: number;
  isHorizontal: boolean;
  names: number;
  place: ReturnType<typeof placesIn>;
  box: Box;
}
/** The names of categories, or every second or tenth of them if there is not enough space. */
function namesOf(
  categories: readonly string[],
  bands: ScaleBand<number>,
  { size, longest, isHorizontal, names, place, box }: Naming,
): Label[] {
  const wide = Math.max(1, bands.bandwidth());
  const needed = isHorizontal ? size * 1.2 : Math.min(longest, size * 9) + size * 0.8;
  const every = Math.max(1, Math.ceil(needed / wide));
  return categories.flatMap((name, at) => {
    if (at % every !== 0) return [];
    const center = (bands(at) ?? 0) + wide / 2;
    if (isHorizontal) return [place.left(center, clipped(name, names - size * 0.4, size))];
    // A name does not extend beyond the edges of the chart.
    const room = 2 * Math.min(center - box.x, box.x + box.width - center) + size;
    return [place.below(center, clipped(name, Math.min(wide * every - size * 0.4, room), size))];
  });
}

function zeroOf(scale: Scale): number {
  const [from = 0, to = 0] = scale.domain();
  return scale(Math.min(Math.max(0, Math.min(from, to)), Math.max(from, to)));
}
