import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale';
import type { Axis, Chart, ChartGroup } from './chart.ts';

export type Scale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/** The beginning and the end of a value in a series: above the values stacked below it, or from zero. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The spans of each series of a group, by series and point. Negative values are stacked downwards.
 */
export function spansOf({ series, stacking }: ChartGroup): (Span | null)[][] {
  if (stacking === 'none') {
    return series.map(({ values }) => values.map((value) => (value === null ? null : { from: 0, to: value })));
  }
  const totals = new Map<number, number>();
  for (const { values } of series) {
    for (const [at, value] of values.entries()) totals.set(at, (totals.get(at) ?? 0) + Math.abs(value ?? 0));
  }
  const [above, below] = [new Map<number, number>(), new Map<number, number>()];
  return series.map(({ values }) =>
    values.map((value, at) => {
      if (value === null) return null;
      const side = value < 0 ? below : above;
      const part = stacking === 'share' ? value / (totals.get(at) || 1) : value;
      const from = side.get(at) ?? 0;
      side.set(at, from + part);
      return { from, to: from + part };
    }),
  );
}

/** A value axis over all that is drawn on it. */
export function valueScale(
  axis: Axis,
  groups: readonly { group: ChartGroup; spans: readonly (readonly (Span | null)[])[] }[],
  range: readonly [number, number],
): Scale {
  const ends = groups.flatMap(({ group, spans }) =>
    spans.flat().flatMap((span) => {
      if (!span) return [];
      // Dots and lines need no zero if they are far from it.
      return group.kind === 'dots' ? [span.to] : [span.from, span.to];
    }),
  );
  return scaleOf(
    axis,
    ends,
    range,
    groups.some(({ group }) => group.stacking === 'share'),
  );
}

const TICKS = 6;

export function scaleOf(
  axis: Axis,
  values: readonly number[],
  range: readonly [number, number],
  isShare = false,
): Scale {
  const span = isReversed(axis, range);
  const positive = values.filter((value) => value > 0);
  if (axis.isLogarithmic && positive.length > 0) {
    const domain = [axis.min ?? least(positive), axis.max ?? most(positive)].map((value) => Math.max(value, 1e-12));
    return scaleLog(domain, span).nice().clamp(true);
  }
  let [low, high] = [least(values), most(values)];
  // As in spreadsheet programs, zero is on the axis, unless all values are close together and far from it.
  if (low > 0 && (high - low) / (high || 1) > 1 / 6) low = 0;
  if (high < 0 && (high - low) / (-low || 1) > 1 / 6) high = 0;
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
  // The axis leaves space for the label above the highest point.
  const room = (high - low) * 0.04;
  if (!isShare && high > 0) high += room;
  if (!isShare && low < 0) low -= room;
  const scale = scaleLinear([low, high], span).nice(TICKS);
  const [from = 0, to = 1] = scale.domain();
  return scale.domain([axis.min ?? from, axis.max ?? to]).clamp(true);
}

const MOST_TICKS = 40;

/**
 * Returns the values with a mark: in the steps of the file, the powers of ten of a logarithmic axis, or as there is
 * space.
 */
export function ticksOf(scale: Scale, count: number, { step, isLogarithmic }: Axis): number[] {
  const [from = 0, to = 1] = scale.domain();
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (step && !isLogarithmic && (high - low) / step <= Math.min(MOST_TICKS, count * 3)) {
    const first = Math.ceil(low / step - 1e-9);
    return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
  }
  const found = scale.ticks(count);
  if (found.length <= count * 2) return found;
  const powers = found.filter((value) => Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6));
  const every = Math.max(1, Math.ceil(powers.length / count));
  return powers.filter((_, at) => at % every === 0).slice(0, MOST_TICKS);
}

const isReversed = (axis: Axis, [from, to]: readonly [number, number]): [number, number] =>
  axis.isReversed ? [to, from] : [from, to];
// The minimum is computed in a loop, because the number of arguments of `Math.min` is limited.
const least = (values: readonly number[]) => values.reduce((found, each) => Math.min(found, each), values[0] ?? 0);
const most = (values: readonly number[]) => values.reduce((found, each) => Math.max(found, each), values[0] ?? 0);

/** The longest list of categories among the series. */
export function categoriesOf({ groups }: Chart): readonly string[] {
  const series = groups.flatMap((group) => group.series);
  const count = most(series.map(({ values }) => values.length));
  const named = series.map(({ categories }) => categories).toSorted((a, b) => b.length - a.length)[0] ?? [];
  return Array.from({ length: count }, (_, at) => named[at] ?? String(at + 1));
}
