import { scaleBand } from 'd3-scale';
import { area, curveLinear, curveMonotoneX, line } from 'd3-shape';
import { formatNumber } from '../sheet/numberFormat.ts';
import type { Axis, Chart, ChartGroup, ChartSeries } from './chart.ts';
import { categoriesOf, type Scale, type Span, scaleOf, spansOf, valueScale } from './chartScale.ts';
import { clipped, letters } from './chartText.ts';
import type { Box } from './shape.ts';

/** Columns, bars, lines, areas and dots, between their axes. */
export function AxesPlot({ chart, box }: { chart: Chart; box: Box }) {
  const { size, ink, across } = chart;
  const isHorizontal = chart.groups[0]?.kind === 'bars' && chart.groups[0].isHorizontal;
  const isDots = chart.groups[0]?.kind === 'dots';
  const drawn = chart.groups.map((group) => ({ group, spans: spansOf(group) }));
  const categories = categoriesOf(chart);
  const titled = (axis: Axis | undefined) => (axis?.isShown && axis.title ? size * 1.5 : 0);
  const long: readonly [number, number] = isHorizontal ? [0, box.width] : [box.height, 0];
  const formatOf = (axis: Axis, isSecond: boolean) => {
    const groups = chart.groups.filter((group) => group.isSecond === isSecond);
    const usual = groups.some(({ stacking }) => stacking === 'share') ? '0%' : groups[0]?.series[0]?.format;
    return (value: number) => formatNumber(value, axis.format ?? usual ?? 'General');
  };
  /** Labels of a value axis, for as many as there is room. */
  const marksOf = (scale: Scale, room: number, format: (value: number) => string) => {
    const count = Math.max(2, Math.min(10, Math.floor(room / (size * (isHorizontal ? 5 : 2.6)))));
    return scale.ticks(count).map((value) => ({ value, text: format(value) }));
  };
  const sides = chart.values.map((axis, at) => {
    const groups = drawn.filter(({ group }) => group.isSecond === (at === 1));
    if (!axis || (at === 1 && groups.length === 0)) return undefined;
    const format = formatOf(axis, at === 1);
    const scale = valueScale(axis, groups, long);
    const marks = marksOf(scale, isHorizontal ? box.width : box.height, format);
    const wide = Math.max(0, ...marks.map(({ text }) => letters(text, size)));
    return { axis, groups, format, wide: axis.isShown ? wide + size * 0.6 : 0 };
  });
  const longest = Math.max(0, ...categories.slice(0, 300).map((each) => letters(each, size)));
  const line = size * 1.6;
  const [first, second] = sides;
  const names = across.isShown ? Math.min(box.width * 0.35, longest + size * 0.6) : 0;
  const left = (isHorizontal ? names + titled(across) : (first?.wide ?? 0) + titled(first?.axis)) || size * 0.5;
  const right = isHorizontal ? size : (second?.wide ?? 0) + titled(second?.axis) || size * 0.5;
  const bottom = isHorizontal
    ? (first?.axis.isShown ? line : 0) + titled(first?.axis)
    : (across.isShown ? line : 0) + titled(across);
  const plot: Box = {
    x: box.x + left,
    y: box.y + size * 0.4,
    width: Math.max(10, box.width - left - right),
    height: Math.max(10, box.height - bottom - size * 0.4),
  };
  const high: readonly [number, number] = isHorizontal ? [plot.x, plot.x + plot.width] : [plot.y + plot.height, plot.y];
  const scales = sides.map((side) => side && valueScale(side.axis, side.groups, high));
  const [main] = scales;
  if (!main || !first) return null;
  const places = chart.groups
    .flatMap(({ series }) => series.flatMap((each) => each.places))
    .filter((each) => each !== null);
  const dots = isDots ? scaleOf(across, places, [plot.x, plot.x + plot.width]) : undefined;
  const span: [number, number] = isHorizontal ? [plot.y + plot.height, plot.y] : [plot.x, plot.x + plot.width];
  const bands = scaleBand(
    categories.map((_, at) => at),
    across.isReversed ? [span[1], span[0]] : span,
  );
  const zero = (scale: Scale) => {
    const [from = 0, to = 0] = scale.domain();
    return scale(Math.min(Math.max(0, Math.min(from, to)), Math.max(from, to)));
  };
  const marks = marksOf(main, isHorizontal ? plot.width : plot.height, first.format);
  const isFaint = { stroke: ink, strokeOpacity: 0.18 };
  const every = Math.max(1, Math.ceil((Math.min(longest, size * 9) + size * 0.8) / Math.max(1, bands.bandwidth())));
  const rowsEvery = Math.max(1, Math.ceil((size * 1.2) / Math.max(1, bands.bandwidth())));
  const middle = { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 };
  return (
    <>
      {marks.map(({ value, text }) => {
        const at = main(value);
        return isHorizontal ? (
          <g key={value}>
            {first.axis.hasGrid && <line x1={at} x2={at} y1={plot.y} y2={plot.y + plot.height} {...isFaint} />}
            {first.axis.isShown && (
              <text x={at} y={plot.y + plot.height + size * 1.2} textAnchor="middle">
                {text}
              </text>
            )}
          </g>
        ) : (
          <g key={value}>
            {first.axis.hasGrid && <line x1={plot.x} x2={plot.x + plot.width} y1={at} y2={at} {...isFaint} />}
            {first.axis.isShown && (
              <text x={plot.x - size * 0.4} y={at} textAnchor="end" dominantBaseline="central">
                {text}
              </text>
            )}
          </g>
        );
      })}
      {second?.axis.isShown &&
        scales[1] &&
        marksOf(scales[1], plot.height, second.format).map(({ value, text }) => (
          <text key={value} x={plot.x + plot.width + size * 0.4} y={scales[1]?.(value)} dominantBaseline="central">
            {text}
          </text>
        ))}
      {dots &&
        across.isShown &&
        dots.ticks(Math.max(2, Math.floor(plot.width / (size * 5)))).map((value) => (
          <g key={value}>
            {across.hasGrid && (
              <line x1={dots(value)} x2={dots(value)} y1={plot.y} y2={plot.y + plot.height} {...isFaint} />
            )}
            <text x={dots(value)} y={plot.y + plot.height + size * 1.2} textAnchor="middle">
              {formatNumber(value, across.format ?? 'General')}
            </text>
          </g>
        ))}
      {!dots &&
        across.isShown &&
        categories.map((name, at) => {
          if (at % (isHorizontal ? rowsEvery : every) !== 0) return null;
          const center = (bands(at) ?? 0) + bands.bandwidth() / 2;
          return isHorizontal ? (
            // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
            <text key={at} x={plot.x - size * 0.4} y={center} textAnchor="end" dominantBaseline="central">
              {clipped(name, names - size * 0.4, size)}
            </text>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
            <text key={at} x={center} y={plot.y + plot.height + size * 1.2} textAnchor="middle">
              {clipped(name, bands.bandwidth() * every, size)}
            </text>
          );
        })}
      {drawn.map(({ group, spans }, number) => {
        const scale = (group.isSecond && scales[1]) || main;
        const common = { group, spans, scale, base: zero(scale), size };
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        if (dots) return <Dots key={number} {...common} across={dots} />;
        return group.kind === 'bars' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          <Bars key={number} {...common} bands={bands} isHorizontal={isHorizontal} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          <Lines key={number} {...common} bands={bands} />
        );
      })}
      <line
        stroke={ink}
        strokeOpacity={0.5}
        {...(isHorizontal
          ? { x1: zero(main), x2: zero(main), y1: plot.y, y2: plot.y + plot.height }
          : { x1: plot.x, x2: plot.x + plot.width, y1: zero(main), y2: zero(main) })}
      />
      <AxisTitle axis={isHorizontal ? first.axis : across} x={middle.x} y={box.y + box.height - size * 0.3} />
      <AxisTitle axis={isHorizontal ? across : first.axis} x={box.x + size} y={middle.y} isUpright />
      <AxisTitle axis={second?.axis} x={box.x + box.width - size * 0.3} y={middle.y} isUpright />
    </>
  );
}

function AxisTitle({ axis, x, y, isUpright }: { axis: Axis | undefined; x: number; y: number; isUpright?: boolean }) {
  if (!axis?.isShown || !axis.title) return null;
  return (
    <text x={x} y={y} textAnchor="middle" transform={isUpright ? `rotate(-90 ${x} ${y})` : undefined}>
      {axis.title}
    </text>
  );
}

type Bands = ReturnType<typeof scaleBand<number>>;
interface Drawn {
  group: ChartGroup;
  spans: readonly (readonly (Span | null)[])[];
  scale: Scale;
  /** Where zero is. */
  base: number;
  size: number;
}

/** What is written at a point. */
function labelOf({ labels, format, categories }: ChartSeries, at: number, span: Span): string {
  if (labels === 'name') return categories[at] ?? '';
  return labels ? formatNumber(span.to - span.from, format) : '';
}

function Bars({ group, spans, scale, bands, isHorizontal, size }: Drawn & { bands: Bands; isHorizontal: boolean }) {
  const beside = group.stacking === 'none' ? group.series.length : 1;
  const wide = bands.bandwidth() / (beside + group.gap);
  return group.series.map((series, number) =>
    (spans[number] ?? []).map((span, at) => {
      if (!span) return null;
      const start =
        (bands(at) ?? 0) + (wide * group.gap) / 2 + (beside > 1 ? wide * place(number, beside, isHorizontal) : 0);
      const [from, to] = [scale(span.from), scale(span.to)];
      const [low, length] = [Math.min(from, to), Math.abs(to - from)];
      const label = labelOf(series, at, span);
      const center = start + wide / 2;
      const isInside = group.stacking !== 'none';
      return (
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        <g key={`${number} ${at}`}>
          <rect
            {...(isHorizontal
              ? { x: low, y: start, width: length, height: wide }
              : { x: start, y: low, width: wide, height: length })}
            fill={series.colors.get(at) ?? series.color}
          />
          {label && isHorizontal && (
            <text
              x={isInside ? low + length / 2 : to + size * 0.3}
              y={center}
              textAnchor={isInside ? 'middle' : 'start'}
              dominantBaseline="central"
              fontSize={size * 0.9}
            >
              {label}
            </text>
          )}
          {label && !isHorizontal && (
            <text
              x={center}
              y={isInside ? low + length / 2 : low - size * 0.3}
              textAnchor="middle"
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
/** Bars beside each other go upwards, as their axis does. */
const place = (number: number, count: number, isHorizontal: boolean) => (isHorizontal ? count - 1 - number : number);

function Lines({ group, spans, scale, base, bands, size }: Drawn & { bands: Bands }) {
  const isArea = group.kind === 'areas';
  return group.series.map((series, number) => {
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
          const label = span && labelOf(series, at, span);
          return (
            span && (
              <g key={at}>
                {series.hasMarkers && !isArea && (
                  <circle cx={x} cy={y} r={size * 0.28} fill={series.colors.get(at) ?? series.color} />
                )}
                {label && (
                  <text x={x} y={y - size * 0.5} textAnchor="middle" fontSize={size * 0.9}>
                    {label}
                  </text>
                )}
              </g>
            )
          );
        })}
      </g>
    );
  });
}

function Dots({ group, spans, scale, across, size }: Drawn & { across: Scale }) {
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
              {label && (
                <text x={x} y={y - size * 0.5} textAnchor="middle" fontSize={size * 0.9}>
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </g>
    );
  });
}
