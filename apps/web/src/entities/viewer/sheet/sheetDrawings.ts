import type { Paint } from '../drawingml/paint.ts';
import { type CellsOf } from '../drawingml/readChart.ts';
import { readPart } from '../drawingml/readPart.ts';
import { type Box, px, type Shape } from '../drawingml/shape.ts';
import { anchoredShapes, zeroCounts } from '../drawingml/shapes.ts';
import { childOf, numberIn, type OfficeFile } from '../zip/officeFile.ts';
import { MAX_COLUMNS, MAX_ROWS } from './workbook.ts';

/** The default font size of a chart: ten points. */
const LETTERS_PX = 13;
const MAX_ANCHORS = 500;

interface Surroundings {
  colors: Paint['colors'];
  urls: Map<string, string>;
  cells: CellsOf;
  /** The beginning of a column or row, in pixels. */
  left: (column: number) => number;
  top: (row: number) => number;
}

/** Charts, pictures and shapes of a sheet, in pixels from the corner of its first cell. */
export async function readDrawings(
  file: OfficeFile,
  sheet: string,
  { colors, urls, cells, left, top }: Surroundings,
): Promise<Shape[]> {
  const shapes: Shape[] = [];
  const made = zeroCounts();
  for (const { type, target, isOutside } of (await file.relations(sheet)).values()) {
    if (type !== 'drawing' || isOutside) continue;
    const part = await readPart(file, target, {
      colors,
      map: new Map(),
      urls,
      charts: { cells, letters: LETTERS_PX, paper: '#ffffff' },
    });
    const chain = { parts: [part], fonts: { major: 'sans-serif', minor: 'sans-serif' } };
    const place = (element: Element | undefined) => ({
      x: left(clamped(childOf(element, 'col'), MAX_COLUMNS)) + px(Number(childOf(element, 'colOff')?.textContent) || 0),
      y: top(clamped(childOf(element, 'row'), MAX_ROWS)) + px(Number(childOf(element, 'rowOff')?.textContent) || 0),
    });
    for (const anchor of [...(part.root?.children ?? [])].slice(0, MAX_ANCHORS)) {
      const box = boxOf(anchor, place);
      if (box && isPossible(box)) shapes.push(...anchoredShapes(anchor, chain, box, made));
    }
  }
  return shapes;
}

/** False for the numbers of a broken file, which would make an endless page. */
const isPossible = ({ x, y, width, height }: Box) =>
  [x, y].every((each) => Math.abs(each) < 1e7) && width <= MOST_PX && height <= MOST_PX;
const MOST_PX = 20_000;

const clamped = (element: Element | undefined, most: number) =>
  Math.min(most, Math.max(0, Math.trunc(Number(element?.textContent) || 0)));

function boxOf(anchor: Element, place: (element: Element | undefined) => { x: number; y: number }): Box | undefined {
  const extent = childOf(anchor, 'ext');
  const size = { width: px(Math.max(0, numberIn(extent, 'cx'))), height: px(Math.max(0, numberIn(extent, 'cy'))) };
  switch (anchor.localName) {
    case 'absoluteAnchor': {
      const corner = childOf(anchor, 'pos');
      return { x: px(numberIn(corner, 'x')), y: px(numberIn(corner, 'y')), ...size };
    }
    case 'oneCellAnchor':
      return { ...place(childOf(anchor, 'from')), ...size };
    case 'twoCellAnchor': {
      const [from, to] = [place(childOf(anchor, 'from')), place(childOf(anchor, 'to'))];
      return { ...from, ...sizeOf(anchor, { width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) }) };
    }
    default:
      return undefined;
  }
}

/** A picture keeps its own proportions, because columns are a little wider or narrower with other fonts. */
function sizeOf(anchor: Element, between: Pick<Box, 'width' | 'height'>): Pick<Box, 'width' | 'height'> {
  const extent = childOf(anchor, 'pic', 'spPr', 'xfrm', 'ext');
  const [wide, high] = [numberIn(extent, 'cx'), numberIn(extent, 'cy')];
  if (wide <= 0 || high <= 0) return between;
  return { width: between.width, height: (between.width * high) / wide };
}
