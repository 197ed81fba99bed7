import { t } from '#sync/language.ts';
import { AxesPlot } from './AxesPlot.tsx';
import type { Chart } from './chart.ts';
import { categoriesOf } from './chartScale.ts';
import { clipped, letters } from './chartText.ts';
import { PiePlot, RadarPlot } from './RoundPlots.tsx';
import type { Box } from './shape.ts';

/** A chart in a box of this size, as a picture of lines. */
export function ChartView({ chart, width, height }: { chart: Chart; width: number; height: number }) {
  const { size, ink } = chart;
  const edge = size * 0.7;
  const titles = chart.title ? chart.title.split('\n').slice(0, 3) : [];
  const titleSize = size * 1.3;
  const below = titles.length > 0 ? edge + titles.length * titleSize * 1.25 : 0;
  const inner = { x: edge, y: below + edge, width: width - 2 * edge, height: height - below - 2 * edge };
  const entries = entriesOf(chart);
  const { plot, legend } = placed(chart, inner, entries);
  const kind = chart.groups[0]?.kind;
  const names = entries.map(({ name }) => name).join(', ');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={[t('viewer.chart'), chart.title, names].filter(Boolean).join(': ')}
      style={{
        display: 'block',
        background: chart.paper,
        outline: chart.edge && `1px solid ${chart.edge}`,
        color: ink,
        fontSize: size,
      }}
      fill={ink}
    >
      {titles.map((line, at) => (
        <text
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          key={at}
          x={width / 2}
          y={edge + (at + 0.9) * titleSize * 1.25}
          textAnchor="middle"
          fontSize={titleSize}
        >
          {clipped(line, width - 2 * edge, titleSize)}
        </text>
      ))}
      {plot.width > 20 &&
        plot.height > 20 &&
        (kind === 'pie' ? (
          <PiePlot chart={chart} box={plot} />
        ) : kind === 'radar' ? (
          <RadarPlot chart={chart} box={plot} />
        ) : (
          <AxesPlot chart={chart} box={plot} />
        ))}
      {legend.map(({ name, color, isLine, x, y, room }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        <g key={at}>
          {isLine ? (
            <line x1={x} x2={x + size * 1.4} y1={y} y2={y} stroke={color} strokeWidth={2.5} />
          ) : (
            <rect x={x + size * 0.3} y={y - size * 0.35} width={size * 0.7} height={size * 0.7} fill={color} />
          )}
          <text x={x + size * MARK} y={y} dominantBaseline="central">
            {clipped(name, room, size)}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Entry {
  name: string;
  color: string;
  isLine: boolean;
}
/** Legend entries: the points of a pie; otherwise the series, or the points if each has its own color. */
function entriesOf(chart: Chart): Entry[] {
  const [group] = chart.groups;
  const [only] = group?.series ?? [];
  const isByPoint =
    only &&
    (group?.kind === 'pie' ||
      (group?.series.length === 1 && only.colors.size === only.values.length && only.colors.size > 1));
  if (isByPoint && chart.groups.length === 1) {
    return categoriesOf(chart).map((name, at) => ({ name, color: only.colors.get(at) ?? only.color, isLine: false }));
  }
  return chart.groups.flatMap(({ kind, series }) =>
    series.map(({ name, color, lineWidth }, at) => ({
      name: name || t('viewer.chart_series', { number: at + 1 }),
      color,
      isLine: lineWidth > 0 && ['lines', 'dots', 'radar'].includes(kind),
    })),
  );
}

/** The width of a mark of the legend with its gap, in letters' heights. */
const MARK = 1.8;
const MOST_ENTRIES = 60;

/** The legend's places, and the space left for the plot. */
function placed({ legend, size, groups }: Chart, inner: Box, all: readonly Entry[]) {
  const isOne = all.length < 2 && groups[0]?.kind !== 'pie';
  const entries = all.slice(0, MOST_ENTRIES);
  if (!legend || isOne || entries.length === 0) return { plot: inner, legend: [] };
  const line = size * 1.5;
  const widths = entries.map(({ name }) => letters(name, size) + size * (MARK + 0.4));
  if (legend === 'left' || legend === 'right') {
    const width = Math.min(inner.width * 0.4, Math.max(...widths));
    const x = legend === 'left' ? inner.x : inner.x + inner.width - width;
    const top = inner.y + Math.max(0, (inner.height - entries.length * line) / 2);
    const fitting = entries.slice(0, Math.max(1, Math.floor(inner.height / line)));
    return {
      plot: {
        ...inner,
        x: legend === 'left' ? inner.x + width + size : inner.x,
        width: inner.width - width - size,
      },
      legend: fitting.map((each, at) => ({
        ...{ ...each, x, y: top + (at + 0.5) * line },
        room: width - size * MARK,
      })),
    };
  }
  const rows: number[][] = [[]];
  let used = 0;
  for (const [at, width] of widths.entries()) {
    if (used > 0 && used + width > inner.width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(at);
    used += width + size;
  }
  const shown = rows.slice(0, Math.max(1, Math.floor((inner.height * 0.4) / line)));
  const tall = shown.length * line;
  const top = legend === 'top' ? inner.y : inner.y + inner.height - tall;
  const marks = shown.flatMap((row, number) => {
    const total = row.reduce((sum, at) => sum + (widths[at] ?? 0), 0) + size * (row.length - 1);
    let x = inner.x + Math.max(0, (inner.width - total) / 2);
    return row.flatMap((at) => {
      const entry = entries[at];
      const start = x;
      x += (widths[at] ?? 0) + size;
      return entry ? [{ ...entry, x: start, y: top + (number + 0.5) * line, room: inner.width - size * MARK }] : [];
    });
  });
  return {
    plot: {
      ...inner,
      y: legend === 'top' ? inner.y + tall + size * 0.5 : inner.y,
      height: inner.height - tall - size * 0.5,
    },
    legend: marks,
  };
}
