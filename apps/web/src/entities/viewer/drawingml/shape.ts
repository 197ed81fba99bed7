import type { Chart } from './chart.ts';

export type Fill =
  | { kind: 'color'; color: string }
  | { kind: 'gradient'; css: string }
  | { kind: 'picture'; url: string };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Shape extends Box {
  /** The rotation in degrees. */
  turn: number;
  isFlippedX: boolean;
  isFlippedY: boolean;
  outline: Outline | undefined;
  fill: Fill | undefined;
  line: Line | undefined;
  picture: Picture | undefined;
  text: TextBox | undefined;
  table: Table | undefined;
  chart: Chart | undefined;
  /** Content that is left out, such as a chart of another kind. */
  missing: 'chart' | 'diagram' | 'object' | undefined;
}

/** An SVG path in coordinates of its own, stretched over the box; lines enclose nothing. */
export type Outline =
  /**
   * A closed outline. `rounding` makes it a rectangle with round corners, whose radius is this part of the shorter
   * side.
   */
  | { kind: 'closed'; path: string; width: number; height: number; rounding?: number }
  | { kind: 'line'; isBent: boolean };
export interface Line {
  color: string;
  width: number;
  isDashed: boolean;
  /** Arrowheads at its ends. */
  arrows: { start: boolean; end: boolean };
}
export interface Picture {
  url: string;
  /** The parts of the picture that are cut off, 0 to 1 on each side. */
  crop: { left: number; top: number; right: number; bottom: number };
}
export interface TextBox {
  paragraphs: readonly Paragraph[];
  anchor: 'start' | 'center' | 'end';
  padding: readonly [top: number, right: number, bottom: number, left: number];
  wraps: boolean;
  /** The direction of vertical text: from top to bottom, or from bottom to top. */
  turned: 'down' | 'up' | undefined;
}
export interface Paragraph {
  runs: readonly Run[];
  align: 'left' | 'center' | 'right' | 'justify';
  bullet: string;
  indent: number;
  hanging: number;
  before: number;
  /** The height of lines: a factor of the font's size, or pixels. */
  lineHeight: string;
}
export interface Run {
  text: string;
  size: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  color: string | undefined;
  font: string;
  /** An external address, which has been checked. */
  link: string;
  raise: 'super' | 'sub' | '';
}
export interface Table {
  columns: readonly number[];
  rows: readonly { height: number; cells: readonly TableCell[] }[];
}
export interface TableCell {
  text: TextBox;
  fill: Fill | undefined;
  columns: number;
  rows: number;
}

/** The number of English Metric Units in a CSS pixel. */
const EMU_PER_PX = 9525;
export const px = (emu: number): number => emu / EMU_PER_PX;
/** Converts a size in hundredths of a point to pixels. */
export const fontPx = (size: number): number => (size / 100) * (96 / 72);
