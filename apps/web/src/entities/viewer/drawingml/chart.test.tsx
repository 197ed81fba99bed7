import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChartView } from './ChartView.tsx';
import { spansOf } from './chartScale.ts';
import { type CellsOf, readChart } from './readChart.ts';

const C = 'xmlns:c="http://c" xmlns:a="http://a"';
const texts = (name: string, values: readonly string[]) =>
  `<c:${name}><c:strRef><c:f>X</c:f><c:strCache><c:ptCount val="${values.length}"/>${values.map((each, at) => `<c:pt idx="${at}"><c:v>${each}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`;
const numbers = (name: string, values: readonly (number | null)[], format = 'General') =>
  `<c:${name}><c:numRef><c:f>X</c:f><c:numCache><c:formatCode>${format}</c:formatCode><c:ptCount val="${values.length}"/>${values.map((each, at) => (each === null ? '' : `<c:pt idx="${at}"><c:v>${each}</c:v></c:pt>`)).join('')}</c:numCache></c:numRef></c:${name}>`;
const series = (at: number, name: string, values: readonly (number | null)[], more = '') =>
  `<c:ser><c:idx val="${at}"/>${texts('tx', [name])}${more}${texts('cat', ['Spring', 'Summer', '&lt;b&gt;'])}${numbers('val', values)}</c:ser>`;
const AXES =
  '<c:catAx><c:axId val="1"/><c:delete val="0"/></c:catAx><c:valAx><c:axId val="2"/><c:delete val="0"/><c:majorGridlines/></c:valAx>';
const IDS = '<c:axId val="1"/><c:axId val="2"/>';

const paint = { colors: new Map([['accent2', '#cc0000']]), map: new Map(), picture: () => '' };
const chartOf = (content: string, cells?: CellsOf) =>
  readChart(
    new DOMParser().parseFromString(
      `<c:chartSpace ${C}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Tides </a:t></a:r><a:r><a:t>2026</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>${content}</c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>`,
      'application/xml',
    ),
    paint,
    { letters: 12, ...(cells && { cells }) },
  );

test('columns beside each other: their heights are their values, missing points are left out', async () => {
  const fill = '<c:spPr><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></c:spPr>';
  const chart = (await chartOf(
    `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>${series(0, 'High', [4, 8, null], fill)}${series(1, 'Low', [1, -2, 3])}${IDS}</c:barChart>${AXES}`,
  ))!;
  const { container } = render(<ChartView chart={chart} width={400} height={300} />);
  const heights = (color: string) =>
    [...container.querySelectorAll(`rect[fill="${color}"]`)].map((each) => Number(each.getAttribute('height')));
  const [four, eight, ...rest] = heights('#00ff00');
  expect(eight! / four!).toBeCloseTo(2);
  // The mark in the legend.
  expect(rest).toHaveLength(1);
  // The second accent of the theme.
  expect(heights('#cc0000')[1]! / four!).toBeCloseTo(0.5);
  const written = [...container.querySelectorAll('text')].map((each) => each.textContent);
  expect(written).toEqual(expect.arrayContaining(['Tides 2026', 'Spring', '<b>', 'High', 'Low', '0', '-4']));
  expect(container.querySelector('svg')!.getAttribute('aria-label')).toBe('Chart: Tides 2026: High, Low');
});

test('values are stacked above and below zero, and shares fill a hundred percent', async () => {
  const stacked = (grouping: string) =>
    chartOf(
      `<c:barChart><c:grouping val="${grouping}"/>${series(0, 'A', [1, -1])}${series(1, 'B', [3, -3])}${IDS}</c:barChart>${AXES}`,
    );
  expect(spansOf((await stacked('stacked'))!.groups[0]!)[1]).toEqual([
    { from: 1, to: 4 },
    { from: -1, to: -4 },
  ]);
  expect(spansOf((await stacked('percentStacked'))!.groups[0]!)[1]).toEqual([
    { from: 0.25, to: 1 },
    { from: -0.25, to: -1 },
  ]);
});

test('a pie has a slice and a color for each point', async () => {
  const chart = (await chartOf(
    `<c:pieChart>${series(0, 'Share', [1, 1, 2], '<c:dLbls><c:showPercent val="1"/></c:dLbls>')}</c:pieChart>`,
  ))!;
  const { container } = render(<ChartView chart={chart} width={400} height={300} />);
  const colors = [...container.querySelectorAll('path')].map((each) => each.getAttribute('fill'));
  expect(new Set(colors).size).toBe(3);
  const written = [...container.querySelectorAll('text')].map((each) => each.textContent);
  expect(written.filter((each) => each === '25%')).toHaveLength(2);
  expect(written).toEqual(expect.arrayContaining(['50%', 'Spring', 'Summer']));
});

test('lines on a second axis do not change the first one', async () => {
  const chart = (await chartOf(
    `<c:barChart>${series(0, 'Count', [10, 20, 30])}${IDS}</c:barChart><c:lineChart>${series(1, 'Rate', [1000, 2000, 3000])}<c:axId val="3"/><c:axId val="4"/></c:lineChart>${AXES}<c:valAx><c:axId val="4"/><c:delete val="0"/></c:valAx>`,
  ))!;
  const { container } = render(<ChartView chart={chart} width={400} height={300} />);
  const written = [...container.querySelectorAll('text')].map((each) => each.textContent);
  expect(written).toEqual(expect.arrayContaining(['30', '3000']));
  expect(chart.groups.map(({ isSecond }) => isSecond)).toEqual([false, true]);
});

test('charts that keep no values take them from the cells', async () => {
  const asked: string[] = [];
  const cells: CellsOf = async (reference) => {
    asked.push(reference);
    const values = { names: ['Ebb', 46037], values: [1, 2] }[reference] ?? ['Level'];
    return { values, format: reference === 'names' ? 'yyyy-mm-dd' : 'General' };
  };
  const chart = (await chartOf(
    `<c:barChart><c:ser><c:tx><c:strRef><c:f>title</c:f></c:strRef></c:tx><c:cat><c:numRef><c:f>names</c:f></c:numRef></c:cat><c:val><c:numRef><c:f>values</c:f></c:numRef></c:val></c:ser></c:barChart>`,
    cells,
  ))!;
  expect(chart.groups[0]!.series[0]).toMatchObject({
    name: 'Level',
    categories: ['Ebb', '2026-01-15'],
    values: [1, 2],
  });
  expect(asked.toSorted()).toEqual(['names', 'title', 'values']);
});

test('days on an axis have the format of the axis', async () => {
  const ser = `<c:ser>${numbers('cat', [46037])}${numbers('val', [3])}</c:ser>`.replace(/<c:strRef>|<\/c:strRef>/g, '');
  const chart = (await chartOf(
    `<c:barChart>${ser}${IDS}</c:barChart><c:dateAx><c:axId val="1"/><c:numFmt formatCode="yyyy-mm-dd" sourceLinked="0"/></c:dateAx><c:valAx><c:axId val="2"/></c:valAx>`,
  ))!;
  expect(chart.groups[0]!.series[0]!.categories).toEqual(['2026-01-15']);
});

test('a logarithmic axis has powers of ten, and no axis has marks without end', async () => {
  const written = (chart: NonNullable<Awaited<ReturnType<typeof chartOf>>>, width = 400) =>
    [...render(<ChartView chart={chart} width={width} height={300} />).container.querySelectorAll('text')].map(
      (each) => each.textContent,
    );
  const log = `<c:barChart>${series(0, 'A', [10, 5000, 500_000])}${IDS}</c:barChart><c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:logBase val="10"/></c:scaling></c:valAx>`;
  const marks = written((await chartOf(log))!).filter((each) => /^\d+$/.test(each));
  expect(marks.length).toBeLessThan(8);
  expect(marks).toEqual(expect.arrayContaining(['100', '10000']));
  const dots = `<c:scatterChart><c:ser>${numbers('xVal', [1, 2])}${numbers('yVal', [1, 2])}</c:ser>${IDS}</c:scatterChart><c:valAx><c:axId val="1"/></c:valAx><c:valAx><c:axId val="2"/></c:valAx>`;
  const chart = (await chartOf(dots))!;
  expect(written({ ...chart, size: 4 }, 1e6).length).toBeLessThan(60);
});

test('labels of negative values are beyond the end of their bars', async () => {
  const labels = '<c:dLbls><c:showVal val="1"/></c:dLbls>';
  const chart = (await chartOf(`<c:barChart>${series(0, 'A', [5, -5], labels)}${IDS}</c:barChart>${AXES}`))!;
  const { container } = render(<ChartView chart={chart} width={400} height={300} />);
  const bars = [...container.querySelectorAll('rect')];
  const [above, below] = ['5', '-5'].map((text) =>
    Number([...container.querySelectorAll('g > text')].find((each) => each.textContent === text)!.getAttribute('y')),
  );
  expect(above!).toBeLessThan(Number(bars[0]!.getAttribute('y')));
  expect(below!).toBeGreaterThan(Number(bars[1]!.getAttribute('y')) + Number(bars[1]!.getAttribute('height')));
});

test('kinds that are not drawn, and charts without values, are none', async () => {
  expect(await chartOf(`<c:surfaceChart>${series(0, 'A', [1])}</c:surfaceChart>`)).toBeUndefined();
  expect(await chartOf(`<c:barChart>${series(0, 'A', [null, null])}</c:barChart>`)).toBeUndefined();
});

test('a point far away, and an endless list, are cut', async () => {
  const chart = (await chartOf(
    `<c:lineChart><c:ser><c:val><c:numLit><c:ptCount val="4294967295"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="900000000"><c:v>2</c:v></c:pt></c:numLit></c:val></c:ser></c:lineChart>`,
  ))!;
  expect(chart.groups[0]!.series[0]!.values).toHaveLength(10_000);
});
