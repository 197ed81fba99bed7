import { ViewerError } from '../fileBytes.ts';
import { allIn, childOf, numberIn, parseXml } from '../zip/officeFile.ts';
import { inflate } from '../zip/zip.ts';

/** A page of a diagram, as boxes and lines. */
export interface DiagramPage {
  name: string;
  boxes: readonly DiagramBox[];
  lines: readonly DiagramLine[];
  /** x, y, width and height of everything. */
  view: readonly [number, number, number, number];
}
export interface DiagramBox {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  shape: 'rectangle' | 'rounded' | 'ellipse' | 'rhombus' | 'triangle' | 'cylinder' | 'text';
  text: string;
  fill: string;
  stroke: string;
  color: string;
  size: number;
  isBold: boolean;
  align: 'left' | 'center' | 'right';
  /** True for containers, which have their title at the top. */
  isTop: boolean;
  isDashed: boolean;
}
export interface DiagramLine {
  id: string;
  points: readonly Point[];
  text: string;
  stroke: string;
  isDashed: boolean;
  hasStart: boolean;
  hasEnd: boolean;
}
export interface Point {
  x: number;
  y: number;
}

const UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_CELLS = 5000;

/** Reads a draw.io file: shapes, texts and lines in their places; pictures and rare shapes become rectangles. */
export async function readDrawio(text: string): Promise<readonly DiagramPage[]> {
  const root = parseXml(text);
  const diagrams = allIn(root, 'diagram');
  if (diagrams.length === 0) return [pageOf(childOf(root.documentElement, 'root'), '')];
  return Promise.all(
    diagrams.slice(0, 100).map(async (each, index) => {
      const model = childOf(each, 'mxGraphModel') ?? (await unpacked(each.textContent ?? '')).documentElement;
      return pageOf(childOf(model, 'root'), each.getAttribute('name') ?? String(index + 1));
    }),
  );
}

/** Unpacks a page, which is deflated and encoded twice. */
async function unpacked(text: string): Promise<Document> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
  } catch {
    throw new ViewerError('broken');
  }
  const xml = new TextDecoder().decode(await inflate(bytes, 'deflate-raw', UNPACKED_BYTES));
  try {
    return parseXml(decodeURIComponent(xml));
  } catch {
    throw new ViewerError('broken');
  }
}

type Style = ReadonlyMap<string, string>;
function styleOf(text: string): Style {
  return new Map(
    text.split(';').flatMap((each) => {
      const [name = '', value = '1'] = each.split(/=(.*)/s);
      return name ? [[name, value] as const] : [];
    }),
  );
}

/** The text of a label, whose HTML is not shown. */
function words(html: string): string {
  const document = new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/(?:div|p|li)>/gi, '\n'), 'text/html');
  return (document.body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}

const COLOR = /^#[\da-f]{3,8}$/i;
const colorOf = (style: Style, name: string, usual: string) => {
  const value = style.get(name) ?? '';
  return value === 'none' ? 'none' : COLOR.test(value) ? value : usual;
};

function pageOf(root: Element | undefined, name: string): DiagramPage {
  const cells = allIn(root, 'mxCell').slice(0, MAX_CELLS);
  // A cell with data of its own is inside an element that has its id and label.
  const idOf = (cell: Element) => cell.getAttribute('id') ?? cell.parentElement?.getAttribute('id') ?? '';
  const labelOf = (cell: Element) => cell.getAttribute('value') ?? cell.parentElement?.getAttribute('label') ?? '';
  const byId = new Map(cells.map((cell) => [idOf(cell), cell]));
  const origin = (cell: Element | undefined, depth = 0): Point => {
    if (!cell || depth > 20) return { x: 0, y: 0 };
    const geometry = childOf(cell, 'mxGeometry');
    const above = origin(byId.get(cell.getAttribute('parent') ?? ''), depth + 1);
    return { x: above.x + numberIn(geometry, 'x'), y: above.y + numberIn(geometry, 'y') };
  };
  const boxes: DiagramBox[] = [];
  for (const cell of cells) {
    const geometry = childOf(cell, 'mxGeometry');
    if (cell.getAttribute('vertex') !== '1' || !geometry || geometry.getAttribute('relative') === '1') continue;
    boxes.push(
      boxOf(idOf(cell), styleOf(cell.getAttribute('style') ?? ''), words(labelOf(cell)), {
        ...origin(cell),
        width: numberIn(geometry, 'width'),
        height: numberIn(geometry, 'height'),
      }),
    );
  }
  const places = new Map(boxes.map((box) => [box.id, box]));
  const lines = cells.flatMap((cell) =>
    cell.getAttribute('edge') === '1'
      ? lineOf(cell, idOf(cell), words(labelOf(cell)), places, origin(byId.get(cell.getAttribute('parent') ?? '')))
      : [],
  );
  return { name, boxes, lines, view: viewOf(boxes, lines) };
}

function boxOf(id: string, style: Style, text: string, place: Point & { width: number; height: number }): DiagramBox {
  const named = style.get('shape') ?? '';
  const is = (each: string) => style.has(each) || named === each;
  let shape: DiagramBox['shape'] = 'rectangle';
  if (is('ellipse') || named === 'doubleEllipse') shape = 'ellipse';
  else if (is('rhombus')) shape = 'rhombus';
  else if (is('triangle')) shape = 'triangle';
  else if (named.startsWith('cylinder')) shape = 'cylinder';
  else if (style.has('text') || is('edgeLabel')) shape = 'text';
  else if (style.get('rounded') === '1') shape = 'rounded';
  const align = style.get('align');
  return {
    ...{ id, shape, text, ...place },
    fill: shape === 'text' ? colorOf(style, 'fillColor', 'none') : colorOf(style, 'fillColor', '#ffffff'),
    stroke: shape === 'text' ? colorOf(style, 'strokeColor', 'none') : colorOf(style, 'strokeColor', '#1c1e21'),
    color: colorOf(style, 'fontColor', '#1c1e21'),
    size: Math.min(200, Number(style.get('fontSize')) || 12),
    isBold: (Number(style.get('fontStyle')) & 1) === 1,
    align: align === 'left' || align === 'right' ? align : 'center',
    isTop: style.get('verticalAlign') === 'top' || style.has('swimlane') || named === 'swimlane',
    isDashed: style.get('dashed') === '1',
  };
}

function lineOf(
  cell: Element,
  id: string,
  text: string,
  places: ReadonlyMap<string, DiagramBox>,
  origin: Point,
): DiagramLine[] {
  const geometry = childOf(cell, 'mxGeometry');
  const style = styleOf(cell.getAttribute('style') ?? '');
  const named = (as: string) => [...(geometry?.children ?? [])].find((each) => each.getAttribute('as') === as);
  const point = (element: Element): Point => ({
    x: origin.x + numberIn(element, 'x'),
    y: origin.y + numberIn(element, 'y'),
  });
  const middle = [...(named('points')?.children ?? [])].map(point);
  const [source, target] = [
    places.get(cell.getAttribute('source') ?? ''),
    places.get(cell.getAttribute('target') ?? ''),
  ];
  const ends = [named('sourcePoint'), named('targetPoint')];
  const center = (box: DiagramBox): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const from = source ? center(source) : ends[0] && point(ends[0]);
  const to = target ? center(target) : ends[1] && point(ends[1]);
  if (!from || !to) return [];
  const start = source ? borderPoint(source, middle[0] ?? to) : from;
  const end = target ? borderPoint(target, middle.at(-1) ?? from) : to;
  return [
    {
      ...{ id, text, points: [start, ...middle, end], stroke: colorOf(style, 'strokeColor', '#1c1e21') },
      isDashed: style.get('dashed') === '1',
      hasStart: (style.get('startArrow') ?? 'none') !== 'none',
      hasEnd: style.get('endArrow') !== 'none',
    },
  ];
}

/** The point at which a line from a box's center crosses its border. */
function borderPoint({ x, y, width, height }: DiagramBox, towards: Point): Point {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [dx, dy] = [towards.x - cx, towards.y - cy];
  if (dx === 0 && dy === 0) return { x: cx, y: cy };
  const factor = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : height / 2 / Math.abs(dy),
  );
  return { x: cx + dx * factor, y: cy + dy * factor };
}

const EDGE = 20;
function viewOf(boxes: readonly DiagramBox[], lines: readonly DiagramLine[]): DiagramPage['view'] {
  const points = [
    ...boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...lines.flatMap((line) => line.points),
  ];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  if (points.length === 0) return [0, 0, 100, 100];
  return [left - EDGE, top - EDGE, right - left + 2 * EDGE, bottom - top + 2 * EDGE];
}
