import { elementsOf, type Parts, type TopicTree, treeOf } from '@atrium/richtext/document/parts.ts';
import { Book } from '@atrium/richtext/sheet/book.ts';
import { CellError, dateOf, type Value } from '@atrium/richtext/sheet/values.ts';
import { type CanvasContext, drawTo, PICTURE, writeLine } from './canvas.ts';

type Loose = Record<string, unknown>;
const MARGIN = 16;
const INK = '#1a1c20';
const LINE = '#d5d8de';
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const colorOf = (value: unknown): string | null =>
  typeof value === 'string' && /^#[\da-f]{3,8}$/i.test(value) ? value : null;

const WIDE = { width: PICTURE, height: PICTURE * 0.75 };
const TALL = { width: PICTURE * 0.75, height: PICTURE };

// --- texts ----------------------------------------------------------------------------------------------------------

const MAX_LINES = 26;

/** Draws the beginning of a text as a page. @returns the picture's bytes, 0 for a text without words */
export async function sketchText(text: string, to: string): Promise<number> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap((line) => wrapped(line, 46))
    .slice(0, MAX_LINES);
  if (lines.length === 0) return 0;
  return drawTo(to, TALL, (pen) => {
    pen.fillStyle = INK;
    let y = 28;
    for (const [index, line] of lines.entries()) {
      const size = index === 0 ? 19 : 13;
      writeLine(pen, line, 28, y, size, TALL.width - 56, index === 0);
      y += index === 0 ? 32 : 17;
    }
  });
}

function wrapped(text: string, chars: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(0, 4000).split(' ')) {
    if (line && line.length + word.length >= chars) {
      lines.push(line);
      line = '';
      if (lines.length > MAX_LINES) break;
    }
    line = line ? `${line} ${word.slice(0, 200)}` : word.slice(0, 200);
  }
  return [...lines, line];
}

// --- drawings -------------------------------------------------------------------------------------------------------

const MAX_ELEMENTS = 1500;
const MAX_POINTS = 2000;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the shapes of a drawing, without the hand-drawn style of the editor. */
export async function sketchDrawing(parts: Parts, to: string): Promise<number> {
  const elements = elementsOf(parts).slice(0, MAX_ELEMENTS);
  const boxes = elements.map(boxOf);
  if (boxes.length === 0) return 0;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const scale = Math.min(
    2,
    (WIDE.width - 2 * MARGIN) / Math.max(1, right - left),
    (WIDE.height - 2 * MARGIN) / Math.max(1, bottom - top),
  );
  return drawTo(to, WIDE, (pen) => {
    pen.translate((WIDE.width - (right - left) * scale) / 2, (WIDE.height - (bottom - top) * scale) / 2);
    pen.scale(scale, scale);
    pen.translate(-left, -top);
    for (const [index, element] of elements.entries()) {
      const box = boxes[index];
      if (box) drawElement(pen, element, box, scale);
    }
  });
}

function pointsOf(element: Loose): [number, number][] {
  const points = Array.isArray(element['points']) ? element['points'].slice(0, MAX_POINTS) : [];
  return points.map((point: unknown) => (Array.isArray(point) ? [number(point[0]), number(point[1])] : [0, 0]));
}

function boxOf(element: Loose): Box {
  const [x, y] = [number(element['x']), number(element['y'])];
  const points = pointsOf(element);
  if (points.length === 0)
    return { x, y, width: Math.abs(number(element['width'])), height: Math.abs(number(element['height'])) };
  const [xs, ys] = [points.map(([at]) => at), points.map(([, at]) => at)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: x + left, y: y + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function drawElement(pen: CanvasContext, element: Loose, box: Box, scale: number): void {
  const { x, y, width, height } = box;
  const stroke = colorOf(element['strokeColor']) ?? INK;
  const fill = colorOf(element['backgroundColor']);
  pen.save();
  pen.globalAlpha = Math.min(1, Math.max(0, element['opacity'] === undefined ? 1 : number(element['opacity']) / 100));
  pen.strokeStyle = stroke;
  pen.lineWidth = Math.max(1 / scale, Math.min(20, number(element['strokeWidth']) || 1));
  pen.translate(x + width / 2, y + height / 2);
  pen.rotate(number(element['angle']));
  pen.translate(-width / 2, -height / 2);
  pen.beginPath();
  switch (element['type']) {
    case 'ellipse':
      pen.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
      break;
    case 'diamond':
      pen.moveTo(width / 2, 0);
      pen.lineTo(width, height / 2);
      pen.lineTo(width / 2, height);
      pen.lineTo(0, height / 2);
      pen.closePath();
      break;
    case 'text':
      drawText(pen, element, width);
      pen.restore();
      return;
    case 'line':
    case 'arrow':
    case 'freedraw':
      for (const [index, [px, py]] of pointsOf(element).entries()) {
        const [dx, dy] = [number(element['x']) + px - x, number(element['y']) + py - y];
        if (index === 0) pen.moveTo(dx, dy);
        else pen.lineTo(dx, dy);
      }
      break;
    default:
      pen.roundRect(0, 0, width, height, Math.min(8, width / 4, height / 4));
  }
  const isClosed = element['type'] !== 'arrow' && element['type'] !== 'freedraw';
  if (element['type'] === 'image') {
    pen.fillStyle = '#e4e7ec';
    pen.fill();
  } else if (fill && isClosed) {
    pen.fillStyle = fill;
    pen.fill();
  }
  pen.stroke();
  pen.restore();
}

function drawText(pen: CanvasContext, element: Loose, width: number): void {
  const size = Math.min(200, Math.max(4, number(element['fontSize']) || 16));
  pen.fillStyle = colorOf(element['strokeColor']) ?? INK;
  const text = typeof element['text'] === 'string' ? element['text'] : '';
  for (const [index, line] of text.split('\n').slice(0, 40).entries())
    writeLine(pen, line, 0, index * size * 1.25, size, Math.max(width, size) + size);
}

// --- mind maps ------------------------------------------------------------------------------------------------------

const MAX_TOPICS = 60;
const [TOPIC_WIDTH, TOPIC_HEIGHT, ROW, GAP] = [120, 30, 42, 26];

interface Placed {
  topic: TopicTree;
  column: number;
  row: number;
  above: Placed | undefined;
}

/** Draws a mind map from left to right. */
export async function sketchMind(parts: Parts, to: string): Promise<number> {
  const tree = treeOf(parts);
  if (!tree) return 0;
  const placed: Placed[] = [];
  let rows = 0;
  const place = (topic: TopicTree, column: number, above: Placed | undefined): Placed => {
    const self: Placed = { topic, column, row: rows, above };
    placed.push(self);
    const below = column < 3 ? topic.children.slice(0, 12).filter(() => placed.length < MAX_TOPICS) : [];
    const inside = below.map((child) => place(child, column + 1, self));
    const [first, last] = [inside[0], inside.at(-1)];
    if (first && last) self.row = (first.row + last.row) / 2;
    else self.row = rows++;
    return self;
  };
  place(tree, 0, undefined);
  const columns = 1 + Math.max(...placed.map(({ column }) => column));
  const [width, height] = [columns * (TOPIC_WIDTH + GAP) - GAP, Math.max(1, rows) * ROW];
  const scale = Math.min(1.6, (WIDE.width - 2 * MARGIN) / width, (WIDE.height - 2 * MARGIN) / height);
  return drawTo(to, WIDE, (pen) => {
    pen.translate((WIDE.width - width * scale) / 2, (WIDE.height - height * scale) / 2);
    pen.scale(scale, scale);
    for (const { topic, column, row, above } of placed) {
      const [x, y] = [column * (TOPIC_WIDTH + GAP), row * ROW];
      if (above) {
        const [fromX, fromY] = [above.column * (TOPIC_WIDTH + GAP) + TOPIC_WIDTH, above.row * ROW + TOPIC_HEIGHT / 2];
        pen.strokeStyle = '#8b93a1';
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(fromX, fromY);
        pen.bezierCurveTo(fromX + GAP / 2, fromY, x - GAP / 2, y + TOPIC_HEIGHT / 2, x, y + TOPIC_HEIGHT / 2);
        pen.stroke();
      }
      pen.fillStyle = colorOf(topic.color) ?? (column === 0 ? '#4a57cf' : '#eef0f4');
      pen.beginPath();
      pen.roundRect(x, y, TOPIC_WIDTH, TOPIC_HEIGHT, 8);
      pen.fill();
      pen.fillStyle = column === 0 && !topic.color ? '#ffffff' : INK;
      writeLine(pen, topic.topic.replaceAll('\n', ' '), x + 10, y + 8, 13, TOPIC_WIDTH - 20);
    }
  });
}

// --- spreadsheets ---------------------------------------------------------------------------------------------------

const [ROWS, COLUMNS, CELL_HEIGHT] = [15, 5, 24];

/** Formats values like the browser: a date as a date, and a number with few digits. */
function textOf(value: Value, format: string | undefined): string {
  if (value === null) return '';
  if (value instanceof CellError) return value.code;
  if (typeof value !== 'number') return String(value);
  const isDay = format !== undefined && /y/i.test(format) && value >= 0 && value < 2_958_466;
  return isDay ? dateOf(value).toISOString().slice(0, 10) : String(Number(value.toPrecision(6)));
}

/** Draws the first cells of a spreadsheet. */
export async function sketchSheet(parts: Parts, to: string): Promise<number> {
  const book = new Book(parts, { now: new Date(0), format: String, newId: String });
  const sheet = book.tabs[0]?.id;
  if (!sheet || book.usedArea(sheet).rows === 0) return 0;
  const cell = WIDE.width / COLUMNS;
  return drawTo(to, WIDE, (pen) => {
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const [x, y] = [column * cell, row * CELL_HEIGHT];
        const look = book.lookAt(sheet, row, column);
        if (look?.fill) {
          pen.fillStyle = look.fill;
          pen.fillRect(x, y, cell, CELL_HEIGHT);
        }
        const value = book.valueAt(sheet, row, column);
        const text = textOf(value, look?.format);
        pen.save();
        pen.beginPath();
        pen.rect(x, y, cell, CELL_HEIGHT);
        pen.clip();
        pen.fillStyle = look?.color ?? INK;
        if (text) writeLine(pen, text, x + 6, y + 6, 13, cell - 12, look?.bold);
        pen.restore();
      }
    }
    pen.strokeStyle = LINE;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let row = 1; row <= ROWS; row++) {
      pen.moveTo(0, row * CELL_HEIGHT);
      pen.lineTo(WIDE.width, row * CELL_HEIGHT);
    }
    for (let column = 1; column < COLUMNS; column++) {
      pen.moveTo(column * cell, 0);
      pen.lineTo(column * cell, WIDE.height);
    }
    pen.stroke();
  });
}
