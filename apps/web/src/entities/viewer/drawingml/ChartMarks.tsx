import type { ScaleBand } from 'd3-scale';
import { area, curveLinear, curveMonotoneX, line } from 'd3-shape';
import { formatNumber } from '../sheet/numberFormat.ts';
import type { DrawnGroup } from './axesLayout.ts';
import type { ChartSeries } from './chart.ts';
import type { Scale, Span } from './chartScale.ts';

type Bands = ScaleBand<number>;
interface Drawn extends DrawnGroup {
  size: number;
}

/** The label of a point. */
function labelOf({ labels, format, categories }: ChartSeries, at: number, span: Span): string {
  const words = { name: categories[at] ?? '', value: formatNumber(span.to - span.from, format), share: '' };
  return labels
    .map((each) => words[each])
    .filter(Boolean)
    .join('; ');
}

interface BarPlace {
  low: number;
  length: number;
  center: number;
  isInside: boolean;
  /** True for a value below zero. */
  isBelow: boolean;
}

/** Columns, or bars from left to right. */
export function Bars({
  group,
  spans,
  scale,
  bands,
  isHorizontal,
  size,
}: Drawn & { bands: Bands; isHorizontal: boolean }) {
  const beside = group.stacking === 'none' ? group.series.length : 1;
  const wide = bands.bandwidth() / (beside + group.gap);
  /** The place of a label: in the middle of a stacked bar, otherwise beyond the end of the bar. */
  const labelPlace = ({ low, length, center, isInside, isBelow }: BarPlace) => {
    const [start, middle, end] = [low, low + length / 2, low + length];
    if (isHorizontal) {
      const anchor = isInside ? 'middle' : isBelow ? 'end' : 'start';
      const x = isInside ? middle : isBelow ? start - size * 0.3 : end + size * 0.3;
      return { x, y: center, textAnchor: anchor, dominantBaseline: 'central' } as const;
    }
    return {
      ...({ x: center, textAnchor: 'middle', dominantBaseline: isInside ? 'central' : undefined } as const),
      y: isInside ? middle : isBelow ? end + size : start - size * 0.3,
    } as const;
  };
  return group.series.map((series, number) =>
    (spans[number] ?? []).map((span, at) => {
      if (!span) return null;
      const start =
        (bands(at) ?? 0) + (wide * group.gap) / 2 + (beside > 1 ? wide * place(number, beside, isHorizontal) : 0);
      const [from, to] = [scale(span.from), scale(span.to)];
      const [low, length] = [Math.min(from, to), Math.abs(to - from)];
      const label = labelOf(series, at, span);
      const center = start + wide / 2;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        <g key={`${number} ${at}`}>
          <rect
            {...(isHorizontal
              ? { x: low, y: start, width: length, height: wide }
              : { x: start, y: low, width: wide, height: length })}
            fill={series.colors.get(at) ?? series.color}
          />
          {label && (
            <text
              {...labelPlace({
                low,
                length,
                center,
                isInside: group.stacking !== 'none',
                isBelow: span.to < span.from,
              })}
              fontSize={size * 0.9}
            >
              {label}
            </text>
          )}
        </g>
      );
    }),
  );
}
/** The position of a bar in its group. Horizontal ones go upwards, as their axis does. */
const place = (number: number, count: number, isHorizontal: boolean) => (isHorizontal ? count - 1 - number : number);

/** Lines and areas over categories. */
export function Lines({ group, spans, scale, base, bands, size }: Drawn & { bands: Bands }) {
  const isArea = group.kind === 'areas';
  const lines = group.series.map((series, number) => {
    const points = (spans[number] ?? []).map((span, at) => ({
      span,
      at,
      x: (bands(at) ?? 0) + bands.bandwidth() / 2,
      y: span ? scale(span.to) : 0,
      low: span && group.stacking !== 'none' ? scale(span.from) : base,
    }));
    const curve = series.isSmooth ? curveMonotoneX : curveLinear;
    type Point = (typeof points)[number];
    const path = isArea
      ? area<Point>()
          .defined(({ span }) => span !== null)
          .x(({ x }) => x)
          .y0(({ low }) => low)
          .y1(({ y }) => y)(points)
      : line<Point>()
          .defined(({ span }) => span !== null)
          .x(({ x }) => x)
          .y(({ y }) => y)
          .curve(curve)(points);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
      <g key={number}>
        <path
          d={path ?? ''}
          fill={isArea ? series.color : 'none'}
          fillOpacity={isArea && group.stacking === 'none' && group.series.length > 1 ? 0.75 : undefined}
          stroke={isArea || series.lineWidth === 0 ? 'none' : series.color}
          strokeWidth={series.lineWidth}
          strokeLinejoin="round"
        />
        {points.map(({ span, at, x, y }) => {
          const label = span ? labelOf(series, at, span) : '';
          return (
            span && (
              <g key={at}>
                {series.hasMarkers && !isArea && (
                  <circle cx={x} cy={y} r={size * 0.28} fill={series.colors.get(at) ?? series.color} />
                )}
                <PointLabel text={label} x={x} y={y} size={size} />
              </g>
            )
          );
        })}
      </g>
    );
  });
  return (
    <>
      {group.hasSpans &&
        spansOfAll(spans).map(({ at, low, high }) => {
          const x = (bands(at) ?? 0) + bands.bandwidth() / 2;
          return <line key={at} x1={x} x2={x} y1={scale(low)} y2={scale(high)} stroke="currentColor" />;
        })}
      {lines}
    </>
  );
}

/** The lowest and the highest value of each category. */
function spansOfAll(spans: Drawn['spans']): { at: number; low: number; high: number }[] {
  const found = new Map<number, { at: number; low: number; high: number }>();
  for (const [at, span] of spans.flatMap((each) => [...each.entries()])) {
    if (!span) continue;
    const { low, high } = found.get(at) ?? { low: span.to, high: span.to };
    found.set(at, { at, low: Math.min(low, span.to), high: Math.max(high, span.to) });
  }
  return [...found.values()];
}

/** Dots and bubbles between two axes of values. */
export function Dots({ group, spans, scale, across, size }: Drawn & { across: Scale }) {
  const largest = Math.max(1e-9, ...group.series.flatMap(({ sizes }) => sizes.map((each) => Math.abs(each ?? 0))));
  return group.series.map((series, number) => {
    const points = (spans[number] ?? []).flatMap((span, at) => {
      const place = series.places[at];
      return span && place !== null && place !== undefined ? [{ span, at, x: across(place), y: scale(span.to) }] : [];
    });
    type Point = (typeof points)[number];
    const path = line<Point>()
      .x(({ x }) => x)
      .y(({ y }) => y)
      .curve(series.isSmooth ? curveMonotoneX : curveLinear)(points);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
      <g key={number}>
        {series.lineWidth > 0 && (
          <path
            d={path ?? ''}
            fill="none"
            stroke={series.color}
            strokeWidth={series.lineWidth}
            strokeLinejoin="round"
          />
        )}
        {points.map(({ span, at, x, y }) => {
          const bubble = series.sizes[at];
          const label = labelOf(series, at, span);
          const isBubble = bubble !== undefined && bubble !== null;
          return (
            <g key={at}>
              {(series.hasMarkers || isBubble) && (
                <circle
                  cx={x}
                  cy={y}
                  r={isBubble ? Math.sqrt(Math.abs(bubble) / largest) * size * 2 : size * 0.3}
                  fill={series.colors.get(at) ?? series.color}
                  fillOpacity={isBubble ? 0.7 : 1}
                />
              )}
              <PointLabel text={label} x={x} y={y} size={size} />
            </g>
          );
        })}
      </g>
    );
  });
}

function PointLabel({ text, x, y, size }: { text: string; x: number; y: number; size: number }) {
  return text ? (
    <text x={x} y={y - size * 0.5} textAnchor="middle" fontSize={size * 0.9}>
      {text}
    </text>
  ) : null;
}
