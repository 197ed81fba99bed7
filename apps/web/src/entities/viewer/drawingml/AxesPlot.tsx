import { layOutAxes } from './axesLayout.ts';
import { Bars, Dots, Lines } from './ChartMarks.tsx';
import type { Axis, Chart } from './chart.ts';
import type { Box } from './shape.ts';

/** Columns, bars, lines, areas and dots, between their axes. */
export function AxesPlot({ chart, box }: { chart: Chart; box: Box }) {
  const { size, ink, across, values } = chart;
  const layout = layOutAxes(chart, box);
  if (!layout) return null;
  const { groups, bands, dots, isHorizontal, grid, labels, zero, plot } = layout;
  const middle = { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 };
  const [first, second] = values;
  return (
    <>
      {grid.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        <line key={at} {...line} stroke={ink} strokeOpacity={0.18} />
      ))}
      {labels.map(({ text, x, y, anchor, isBeside }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        <text key={at} x={x} y={y} textAnchor={anchor} dominantBaseline={isBeside ? 'central' : undefined}>
          {text}
        </text>
      ))}
      {groups.map((drawn, number) => {
        // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
        if (dots) return <Dots key={number} {...drawn} size={size} across={dots} />;
        return drawn.group.kind === 'bars' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          <Bars key={number} {...drawn} size={size} bands={bands} isHorizontal={isHorizontal} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a chart never changes
          <Lines key={number} {...drawn} size={size} bands={bands} />
        );
      })}
      <line {...zero} stroke={ink} strokeOpacity={0.5} />
      <AxisTitle axis={isHorizontal ? first : across} x={middle.x} y={box.y + box.height - size * 0.3} />
      <AxisTitle axis={isHorizontal ? across : first} x={box.x + size} y={middle.y} isUpright />
      <AxisTitle axis={second} x={box.x + box.width - size * 0.3} y={middle.y} isUpright />
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
