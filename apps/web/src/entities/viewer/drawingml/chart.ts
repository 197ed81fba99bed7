/** The approximate number of elements that a chart takes. */
export const weightOf = ({ groups }: Chart): number =>
  groups.reduce((sum, { series }) => sum + series.reduce((all, { values }) => all + values.length, 0), 100);

/** A chart as it is drawn, from DrawingML (ECMA-376, 21.2). Lengths are CSS pixels. */
export interface Chart {
  title: string;
  /** The height of the chart's letters. */
  size: number;
  ink: string;
  /** The color of the background; undefined if what lies below shows through. */
  paper: string | undefined;
  /** The color of the line around the chart. */
  edge: string | undefined;
  legend: 'left' | 'right' | 'top' | 'bottom' | undefined;
  groups: readonly ChartGroup[];
  /** The axis below the columns, or beside bars; of dots the horizontal one. */
  across: Axis;
  /** The axes of values: the first one, and the one on the other side. */
  values: readonly [Axis, Axis | undefined];
}

/** Series of one kind, which share their axes. */
export interface ChartGroup {
  kind: 'bars' | 'lines' | 'areas' | 'pie' | 'dots' | 'radar';
  isHorizontal: boolean;
  /** How series are stacked. `share`: each category is a hundred percent. */
  stacking: 'none' | 'sum' | 'share';
  /** The gap between categories, as a part of a bar's width. */
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
  /** The width of the line; 0 if points are not joined. */
  lineWidth: number;
  hasMarkers: boolean;
  isSmooth: boolean;
  categories: readonly string[];
  values: readonly (number | null)[];
  /** The horizontal places of dots. */
  places: readonly (number | null)[];
  /** The sizes of bubbles. */
  sizes: readonly (number | null)[];
  /** The labels at its points, in this order. */
  labels: readonly ('name' | 'value' | 'share')[];
  /** Number format of the values, in spreadsheet notation. */
  format: string;
}

export interface Axis {
  title: string;
  isShown: boolean;
  /** The number format of the axis; undefined means that of the values. */
  format: string | undefined;
  min: number | undefined;
  max: number | undefined;
  /** The distance between marks; undefined means as there is space. */
  step: number | undefined;
  isReversed: boolean;
  isLogarithmic: boolean;
  hasGrid: boolean;
}
