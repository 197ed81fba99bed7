import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ChartView } from '../drawingml/ChartView.tsx';
import { type Chart, weightOf } from '../drawingml/chart.ts';
import { readChart } from '../drawingml/readChart.ts';
import { px } from '../drawingml/shape.ts';
import { themeColors } from '../drawingml/themeColors.ts';
import { allIn, childOf, childrenOf, numberIn, type OfficeFile } from '../zip/officeFile.ts';

/** Two otherwise unused characters around a chart’s number mark where its picture goes. */
const [START, END] = ['\ue100', '\ue101'];
const LETTERS_PX = 13;
const MAX_CHARTS = 100;
/** Maximum number of chart elements per document. */
const MAX_CHART_ELEMENTS = 30_000;
const MAX_TABLES = 2000;

/**
 * Prepares a document for features that the library does not have: it marks charts, and the first and every other row
 * and column of a table, if the program that saved it left that to the reader.
 *
 * @param path  the part to change
 * @returns the part's markup, and what its marks become
 */
export async function prepareWord(
  file: OfficeFile,
  path: string,
): Promise<{ markup: string; withCharts: (html: string) => string } | undefined> {
  const document = await file.xml(path);
  if (!document) return undefined;
  for (const table of allIn(document, 'tbl').slice(0, MAX_TABLES)) markBands(table);
  const pictures = await chartsIn(file, path, document);
  const withCharts = (html: string) =>
    html.replace(/\ue100(\d{1,3})\ue101/g, (_, number: string) => pictures[Number(number)] ?? '');
  return { markup: new XMLSerializer().serializeToString(document), withCharts };
}

async function chartsIn(file: OfficeFile, path: string, document: Document): Promise<readonly string[]> {
  const frames = allIn(document, 'drawing').filter((each) => allIn(each, 'chart').length > 0);
  if (frames.length === 0) return [];
  const relations = await file.relations(path);
  const theme = [...relations.values()].find(({ type }) => type === 'theme')?.target ?? '';
  const paint = { colors: themeColors(await file.xml(theme)), map: new Map(), picture: () => '' };
  const pictures: string[] = [];
  const known = new Map<string, Promise<Chart | undefined>>();
  let elements = 0;
  for (const frame of frames.slice(0, MAX_CHARTS)) {
    const id = [...(allIn(frame, 'chart')[0]?.attributes ?? [])].find(({ localName }) => localName === 'id')?.value;
    const relation = relations.get(id ?? '');
    if (!relation || relation.isOutside) continue;
    const reading =
      known.get(relation.target) ??
      file
        .xml(relation.target)
        .catch(() => undefined)
        .then((found) => readChart(found, paint, { letters: LETTERS_PX }));
    known.set(relation.target, reading);
    const chart = await reading;
    elements += chart ? weightOf(chart) : 0;
    if (elements > MAX_CHART_ELEMENTS) break;
    const extent = allIn(frame, 'extent')[0];
    const [width, height] = ['cx', 'cy'].map((name) => Math.min(2000, px(numberIn(extent, name))));
    if (!chart || !width || !height || width < 10 || height < 10) continue;
    const mark = document.createElementNS(frame.namespaceURI, 'w:t');
    mark.textContent = `${START}${pictures.length}${END}`;
    frame.replaceWith(mark);
    pictures.push(pictureOf(<ChartView chart={chart} width={width} height={height} />));
  }
  return pictures;
}

/** Draws an SVG element as a picture, for a page without scripts. */
function pictureOf(element: React.JSX.Element): string {
  const box = window.document.createElement('div');
  // A chart that cannot be drawn is left out.
  const root = createRoot(box, { onUncaughtError: () => undefined });
  flushSync(() => root.render(element));
  const drawn = box.firstElementChild;
  const [label, markup] = [drawn?.getAttribute('aria-label') ?? '', drawn ? serialized(drawn) : ''];
  root.unmount();
  if (!markup) return '';
  const picture = window.document.createElement('img');
  picture.alt = label;
  picture.src = `data:image/svg+xml;base64,${new TextEncoder().encode(markup).toBase64()}`;
  return picture.outerHTML;
}
function serialized(drawn: Element): string {
  // The font is set, because a picture does not have the fonts of the page.
  drawn.setAttribute('font-family', 'sans-serif');
  return new XMLSerializer().serializeToString(drawn);
}

/**
 * Sets `cnfStyle`, from which the library takes the looks of rows and cells. Word itself saves it, but other programs
 * do not.
 */
function markBands(table: Element): void {
  const look = childOf(table, 'tblPr', 'tblLook');
  if (!look) return;
  const flags = Number.parseInt(attribute(look, 'val') || '0', 16);
  const has = (name: string, flag: number) =>
    attribute(look, name) === '' ? (flags & flag) !== 0 : ['1', 'true', 'on'].includes(attribute(look, name));
  const [firstRow, lastRow] = [has('firstRow', 0x20), has('lastRow', 0x40)];
  const [firstColumn, lastColumn] = [has('firstColumn', 0x80), has('lastColumn', 0x100)];
  const [byRow, byColumn] = [!has('noHBand', 0x200), !has('noVBand', 0x400)];
  const rows = childrenOf(table, 'tr');
  for (const [at, row] of rows.entries()) {
    const band = (at - (firstRow ? 1 : 0)) % 2 === 0;
    const isFirst = firstRow && at === 0;
    const isLast = lastRow && at === rows.length - 1;
    const isBanded = byRow && !isFirst && !isLast;
    mark(row, 'trPr', [isFirst, isLast, false, false, false, false, isBanded && band, isBanded && !band]);
    const cells = childrenOf(row, 'tc');
    for (const [column, cell] of cells.entries()) {
      const [first, last] = [firstColumn && column === 0, lastColumn && column === cells.length - 1];
      const isBanded = byColumn && !first && !last;
      const isOdd = (column - (firstColumn ? 1 : 0)) % 2 === 0;
      mark(cell, 'tcPr', [false, false, first, last, isBanded && isOdd, isBanded && !isOdd, false, false]);
    }
  }
}

const attribute = (element: Element, name: string) =>
  [...element.attributes].find(({ localName }) => localName === name)?.value ?? '';

function mark(element: Element, name: string, flags: readonly boolean[]): void {
  const { namespaceURI, ownerDocument } = element;
  let properties = childOf(element, name);
  if (!properties) {
    properties = ownerDocument.createElementNS(namespaceURI, `w:${name}`);
    element.prepend(properties);
  }
  if (childOf(properties, 'cnfStyle')) return;
  const style = ownerDocument.createElementNS(namespaceURI, 'w:cnfStyle');
  style.setAttributeNS(namespaceURI, 'w:val', flags.map(Number).join('').padEnd(12, '0'));
  properties.prepend(style);
}
