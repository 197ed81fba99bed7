import { arc, curveLinearClosed, lineRadial, pie } from 'd3-shape';
import { formatNumber } from '../sheet/numberFormat.ts';
import type { Chart, ChartSeries } from './chart.ts';
import { categoriesOf, scaleOf } from './chartScale.ts';
import { clipped } from './chartText.ts';
import type { Box } from './shape.ts';

/** A pie of the first series, or rings of all. */
export function PiePlot({ chart: { groups, size, ink }, box }: { chart: Chart; box: Box }) {
  const [group] = groups;
  if (!group) return null;
  const rings = group.hole > 0 ? group.series : group.series.slice(0, 1);
  const hasLabels = rings.some(({ labels }) => labels.length > 0);
  const radius = Math.max(5, Math.min(box.width, box.height) / 2 - (hasLabels ? size * 2 : 0));
  const inner = radius * group.hole;
  const wide = (radius - inner) / Math.max(1, rings.length);
  return (
    <g transform={`translate(${box.x + box.width / 2} ${box.y + box.height / 2})`}>
      {rings.map((series, ring) => {
        const values = series.values.map((value) => Math.abs(value ?? 0));
        const total = values.reduce((sum, value) => sum + value, 0);
        const from = inner + ring * wide;
        const slices = pie<number>().sort(null)(values);
        return slices.map(({ startAngle, endAngle, value }, at) => {
          const shape = { startAngle, endAngle, innerRadius: from, outerRadius: from + wide };
          const outside = group.hole > 0 ? from + wide / 2 : radius + size * 1.2;
          const angle = (startAngle + endAngle) / 2 - Math.PI / 2;
          const label = value > 0 ? labelOf(series, at, value / (total || 1)) : '';
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
            <g key={`${ring} ${at}`}>
              <path
                d={arc()(shape) ?? ''}
                fill={series.colors.get(at) ?? series.color}
                stroke="#ffffff"
                strokeWidth={values.length > 1 ? 1 : 0}
              />
              {label && (
                <text
                  x={Math.cos(angle) * outside}
                  y={Math.sin(angle) * outside}
                  textAnchor="middle"
                  dominantBaseline="central"
                  fontSize={size * 0.9}
                  fill={group.hole > 0 ? '#ffffff' : ink}
                >
                  {label}
                </text>
              )}
            </g>
          );
        });
      })}
    </g>
  );
}

function labelOf({ labels, values, categories, format }: ChartSeries, at: number, share: number): string {
  const words = {
    name: categories[at] ?? '',
    value: formatNumber(values[at] ?? 0, format),
    share: formatNumber(share, '0%'),
  };
  return labels.map((each) => words[each]).join('; ');
}

/** Values around a center. */
export function RadarPlot({ chart, box }: { chart: Chart; box: Box }) {
  const { groups, size, ink } = chart;
  const categories = categoriesOf(chart);
  const radius = Math.max(5, Math.min(box.width, box.height) / 2 - size * 1.6);
  const all = groups.flatMap(({ series }) => series);
  const scale = scaleOf(
    chart.values[0],
    all.flatMap(({ values }) => [0, ...values.map((value) => value ?? 0)]),
    [0, radius],
  );
  const angle = (at: number) => (at / Math.max(1, categories.length)) * 2 * Math.PI;
  const around = lineRadial<number>()
    .angle((_, at) => angle(at))
    .curve(curveLinearClosed);
  const isFaint = { fill: 'none', stroke: ink, strokeOpacity: 0.18 };
  const ticks = scale.ticks(4).filter((value) => value > 0);
  const reach = radius + size * 0.9;
  return (
    <g transform={`translate(${box.x + box.width / 2} ${box.y + box.height / 2})`}>
      {ticks.map((value) => (
        <g key={value}>
          <path d={around.radius(() => scale(value))(categories.map((_, at) => at)) ?? ''} {...isFaint} />
          <text x={-size * 0.3} y={-scale(value)} textAnchor="end" dominantBaseline="central" fontSize={size * 0.85}>
            {formatNumber(value, chart.values[0].format ?? all[0]?.format ?? 'General')}
          </text>
        </g>
      ))}
      {categories.map((name, at) => {
        const [x, y] = [Math.sin(angle(at)), -Math.cos(angle(at))];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          <g key={at}>
            <line x1={0} y1={0} x2={x * radius} y2={y * radius} {...isFaint} />
            <text
              x={x * reach}
              y={y * reach}
              textAnchor={Math.abs(x) < 0.1 ? 'middle' : x > 0 ? 'start' : 'end'}
              dominantBaseline="central"
            >
              {clipped(name, Math.max(size * 3, box.width / 2 - Math.abs(x) * reach), size)}
            </text>
          </g>
        );
      })}
      {all.map((series, number) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          key={number}
          d={around.radius((_, at) => scale(series.values[at] ?? 0))([...series.values.keys()]) ?? ''}
          fill="none"
          stroke={series.color}
          strokeWidth={Math.max(2, series.lineWidth)}
        />
      ))}
    </g>
  );
}
