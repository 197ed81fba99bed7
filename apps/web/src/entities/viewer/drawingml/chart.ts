/** The approximate number of elements that a chart takes. */
export const weightOf = ({ groups }: Chart): number =>
  groups.reduce((sum, { series }) => sum + series.reduce((all, { values }) => all + values.length, 0), 100);

/** A chart as it is drawn, from DrawingML (ECMA-376, 21.2). Lengths are CSS pixels. */
export interface Chart {
  title: string;
  /** The height of its letters. */
  size: number;
  ink: string;
  /** Undefined where what lies below shows through. */
  paper: string | undefined;
  /** The line around it. */
  edge: string | undefined;
  legend: 'left' | 'right' | 'top' | 'bottom' | undefined;
  groups: readonly ChartGroup[];
  /** The axis below the columns, or beside bars; of dots the horizontal one. */
  across: Axis;
  /** Values: the first one, and the one on the other side. */
  values: readonly [Axis, Axis | undefined];
}

/** Series of one kind, which share their axes. */
export interface ChartGroup {
  kind: 'bars' | 'lines' | 'areas' | 'pie' | 'dots' | 'radar';
  isHorizontal: boolean;
  /** `share`: each category is a hundred percent. */
  stacking: 'none' | 'sum' | 'share';
  /** Between categories, as a part of a bar's width. */
  gap: number;
  /** Radius of the hole of a ring, relative to the ring; 0 for a pie. */
  hole: number;
  /** True if its values are on the second axis. */
  isSecond: boolean;
  /** A line from the lowest to the highest value of each category, as charts of prices have. */
  hasSpans: boolean;
  series: readonly ChartSeries[];
}

export interface ChartSeries {
  name: string;
  color: string;
  /** Colors of single points, by index. */
  colors: ReadonlyMap<number, string>;
  /** 0 where points are not joined. */
  lineWidth: number;
  hasMarkers: boolean;
  isSmooth: boolean;
  categories: readonly string[];
  values: readonly (number | null)[];
  /** Horizontal places of dots. */
  places: readonly (number | null)[];
  /** Bubble sizes. */
  sizes: readonly (number | null)[];
  /** The labels at its points, in this order. */
  labels: readonly ('name' | 'value' | 'share')[];
  /** Number format of the values, in spreadsheet notation. */
  format: string;
}

export interface Axis {
  title: string;
  isShown: boolean;
  /** Undefined: as the values are. */
  format: string | undefined;
  min: number | undefined;
  max: number | undefined;
  /** Between its marks; undefined: as there is room. */
  step: number | undefined;
  isReversed: boolean;
  isLogarithmic: boolean;
  hasGrid: boolean;
}
