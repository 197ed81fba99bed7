import { childOf, childrenOf, numberIn, type Relation } from '../zip/officeFile.ts';
import { type Chart, weightOf } from './chart.ts';
import { outlineIn } from './outlines.ts';
import { colorIn, embedIn, fillIn, lineIn, type Paint } from './paint.ts';
import { type Box, px, type Shape, type Table, type TextBox } from './shape.ts';
import { type Inherited, textIn } from './shapeText.ts';

/** A slide, its layout or its master, or a sheet's drawing, with the data for drawing its shapes. */
export interface Part {
  root: Element | undefined;
  paint: Paint;
  relations: ReadonlyMap<string, Relation>;
  /** The charts, by the ids of their relations. */
  charts: ReadonlyMap<string, Chart>;
  /** The drawings that a program stored of its diagrams, by the ids of their data. */
  diagrams: ReadonlyMap<string, Part>;
}

/** Parts in the order of inheritance: the slide, its layout, its master. */
export interface Chain {
  parts: readonly Part[];
  fonts: Inherited['fonts'];
  /** The number of the slide. */
  number?: number;
}

interface Scope {
  chain: Chain;
  part: Part;
  /** The parts that its placeholders inherit from. */
  above: readonly Part[];
  /** Coordinates of a group's content on the slide. */
  place: (box: Box) => Box;
  /** Default position of shapes that declare none. */
  usual?: Box;
  made: DrawnCounts;
}

const MAX_SHAPES = 3000;
/** Maximum number of chart elements per slide or sheet. */
const MAX_CHART_ELEMENTS = 30_000;

/**
 * The number of elements drawn for a slide or sheet, which is limited: a small file can name the same parts many times.
 */
export interface DrawnCounts {
  count: number;
  chartElements: number;
}
export const zeroCounts = (): DrawnCounts => ({ count: 0, chartElements: 0 });

/**
 * The shapes of an anchor in a sheet, which takes them to `box`.
 *
 * @param anchor  an element with one shape, picture or frame
 */
export function anchoredShapes(anchor: Element, chain: Chain, box: Box, made: DrawnCounts): Shape[] {
  const [part] = chain.parts;
  if (!part) return [];
  const content = [...anchor.children].find((each) => /^(sp|cxnSp|pic|graphicFrame|grpSp)$/.test(each.localName));
  const own =
    boxIn(childOf(content, 'spPr', 'xfrm') ?? childOf(content, 'grpSpPr', 'xfrm') ?? childOf(content, 'xfrm')) ?? box;
  const place = (inner: Box) => {
    // The frame of a chart has no place of its own.
    if (own.width <= 0 || own.height <= 0) return box;
    const [scaleX, scaleY] = [box.width / own.width, box.height / own.height];
    return {
      x: box.x + (inner.x - own.x) * scaleX,
      y: box.y + (inner.y - own.y) * scaleY,
      width: inner.width * scaleX,
      height: inner.height * scaleY,
    };
  };
  return shapesIn(anchor, { chain, part, above: [], place, usual: own, made }, true);
}

/** The shapes of one part; of layouts and masters without placeholders, which only slides fill. */
export function shapesOf(chain: Chain, index: number): Shape[] {
  const part = chain.parts[index];
  if (!part) return [];
  const scope = { chain, part, above: chain.parts.slice(index + 1), place: (box: Box) => box, made: zeroCounts() };
  return shapesIn(childOf(part.root, 'cSld', 'spTree'), scope, index === 0);
}

function shapesIn(tree: Element | undefined, scope: Scope, withPlaceholders: boolean): Shape[] {
  const shapes: Shape[] = [];
  for (const element of tree?.children ?? []) {
    if (++scope.made.count > MAX_SHAPES) break;
    if (isHidden(element)) continue;
    switch (element.localName) {
      case 'sp':
      case 'cxnSp':
      case 'pic':
        if (withPlaceholders || !placeholderOf(element)) shapes.push(...shapeIn(element, scope));
        break;
      case 'graphicFrame':
        shapes.push(...frameIn(element, scope));
        break;
      case 'grpSp':
        shapes.push(...shapesIn(element, { ...scope, place: groupPlace(element, scope.place) }, withPlaceholders));
        break;
      case 'AlternateContent':
        // The fallback is drawn, because the first choice may need a newer program than this one.
        shapes.push(...shapesIn(childOf(element, 'Fallback') ?? childOf(element, 'Choice'), scope, withPlaceholders));
        break;
      default:
    }
  }
  return shapes;
}

const isHidden = (element: Element) =>
  [...element.children].some((each) => ['1', 'true'].includes(childOf(each, 'cNvPr')?.getAttribute('hidden') ?? ''));

const placeholderOf = (element: Element): Element | undefined => {
  for (const each of element.children) {
    const found = childOf(each, 'nvPr', 'ph');
    if (found) return found;
  }
  return undefined;
};

/** Shapes of layout and master that a placeholder inherits from, the nearest first. */
function inheritedFrom(placeholder: Element | undefined, above: readonly Part[]): Element[] {
  if (!placeholder) return [];
  const type = placeholder.getAttribute('type') ?? 'body';
  const index = placeholder.getAttribute('idx') ?? '';
  const sort = (name: string) =>
    /^(ctrTitle|title)$/.test(name) ? 'title' : /^(subTitle|obj)$/.test(name) ? 'body' : name;
  return above.flatMap(({ root }) => {
    const all = childrenOf(childOf(root, 'cSld', 'spTree'), 'sp').map((shape) => ({ shape, of: placeholderOf(shape) }));
    const same = all.find(({ of }) => of && index !== '' && of.getAttribute('idx') === index);
    const alike = all.find(({ of }) => of && sort(of.getAttribute('type') ?? 'body') === sort(type));
    const found = same ?? alike;
    return found ? [found.shape] : [];
  });
}

function boxIn(transform: Element | undefined): (Box & Pick<Shape, 'turn' | 'isFlippedX' | 'isFlippedY'>) | undefined {
  const [offset, extent] = [childOf(transform, 'off'), childOf(transform, 'ext')];
  if (!transform || !offset || !extent) return undefined;
  return {
    x: px(numberIn(offset, 'x')),
    y: px(numberIn(offset, 'y')),
    width: px(Math.max(0, numberIn(extent, 'cx'))),
    height: px(Math.max(0, numberIn(extent, 'cy'))),
    turn: numberIn(transform, 'rot') / 60_000,
    isFlippedX: transform.getAttribute('flipH') === '1',
    isFlippedY: transform.getAttribute('flipV') === '1',
  };
}

const unturned = (box: Box | undefined) => box && { ...box, turn: 0, isFlippedX: false, isFlippedY: false };

function groupPlace(group: Element, outer: Scope['place']): Scope['place'] {
  const transform = childOf(group, 'grpSpPr', 'xfrm');
  const box = boxIn(transform);
  if (!box) return outer;
  const [from, size] = [childOf(transform, 'chOff'), childOf(transform, 'chExt')];
  const [x, y] = [px(numberIn(from, 'x')), px(numberIn(from, 'y'))];
  const [wide, high] = [px(numberIn(size, 'cx')), px(numberIn(size, 'cy'))];
  const [scaleX, scaleY] = [wide > 0 ? box.width / wide : 1, high > 0 ? box.height / high : 1];
  return (inner) =>
    outer({
      x: box.x + (inner.x - x) * scaleX,
      y: box.y + (inner.y - y) * scaleY,
      width: inner.width * scaleX,
      height: inner.height * scaleY,
    });
}

const NOTHING = {
  ...{ turn: 0, isFlippedX: false, isFlippedY: false, outline: undefined, fill: undefined, line: undefined },
  ...{ picture: undefined, text: undefined, table: undefined, chart: undefined, missing: undefined },
};
const EMPTY_TYPES = ['dt', 'ftr', 'sldNum'];

function shapeIn(element: Element, scope: Scope): Shape[] {
  const { part, above, chain } = scope;
  const placeholder = placeholderOf(element);
  const sources = [element, ...inheritedFrom(placeholder, above)];
  const properties = sources.map((each) => childOf(each, 'spPr'));
  const box =
    properties.map((each) => boxIn(childOf(each, 'xfrm'))).find((each) => each !== undefined) ?? unturned(scope.usual);
  if (!box) return [];
  const { paint } = part;
  const style = childOf(element, 'style');
  const referenced = (name: string) => colorIn(childOf(style, name), paint);
  const isUsed = (name: string) => numberIn(childOf(style, name), 'idx') > 0;
  const fills = properties.map((each) => fillIn(each, paint));
  const ownFill = fills.find((each) => each !== undefined);
  const color = isUsed('fillRef') ? referenced('fillRef') : undefined;
  const fill = ownFill === undefined && color ? ({ kind: 'color', color } as const) : (ownFill ?? undefined);
  const lineColor = isUsed('lnRef') ? referenced('lnRef') : undefined;
  const lines = properties.map((each) => lineIn(childOf(each, 'ln'), paint, lineColor));
  const isLine = element.localName === 'cxnSp';
  const ownLine = lines.find((each) => each !== undefined);
  const usual = lineColor
    ? { color: lineColor, width: 1, isDashed: false, arrows: { start: false, end: false } }
    : undefined;
  const picture = element.localName === 'pic' ? pictureIn(element, paint) : undefined;
  const type = placeholder?.getAttribute('type') ?? (placeholder ? 'body' : '');
  const text = textIn(childOf(element, 'txBody'), paint, {
    styles: [...sources.slice(1).map((each) => childOf(each, 'txBody', 'lstStyle')), masterStyle(chain, type)],
    bodies: sources.slice(1).map((each) => childOf(each, 'txBody', 'bodyPr')),
    color: referenced('fontRef'),
    fonts: chain.fonts,
    number: chain.number,
    linkOf: (id) => linkIn(part, id),
  });
  const hasText = text?.paragraphs.some(({ runs }) => runs.some((run) => run.text.trim() !== '')) ?? false;
  if (EMPTY_TYPES.includes(type) && !hasText) return [];
  return [
    {
      ...NOTHING,
      ...{ turn: box.turn, isFlippedX: box.isFlippedX, isFlippedY: box.isFlippedY },
      ...scope.place(box),
      outline:
        fill || ownLine || usual || isLine
          ? outlineIn(properties.find((each) => each?.querySelector('*|prstGeom, *|custGeom')) ?? properties[0], isLine)
          : undefined,
      fill,
      line: ownLine === null ? undefined : (ownLine ?? usual),
      picture,
      text: hasText ? text : undefined,
    },
  ];
}

/** The master's styles for titles, for text, and for everything else. */
function masterStyle({ parts }: Chain, type: string): Element | undefined {
  const name =
    /title/i.test(type) && type !== 'subTitle'
      ? 'titleStyle'
      : type === '' || EMPTY_TYPES.includes(type)
        ? 'otherStyle'
        : 'bodyStyle';
  return childOf(parts.at(-1)?.root, 'txStyles', name);
}

/** The address of a link, if it is a web or mail address; '' otherwise. */
function linkIn({ relations }: Part, id: string): string {
  const relation = relations.get(id);
  return relation?.isOutside && /^(https?|mailto):/i.test(relation.target) ? relation.target : '';
}

function pictureIn(element: Element, paint: Paint): Shape['picture'] {
  const fill = childOf(element, 'blipFill');
  const url = paint.picture(embedIn(childOf(fill, 'blip')));
  if (!url) return undefined;
  const cut = childOf(fill, 'srcRect');
  const part = (name: string) => Math.min(0.95, Math.max(0, numberIn(cut, name) / 100_000));
  return { url, crop: { left: part('l'), top: part('t'), right: part('r'), bottom: part('b') } };
}

function frameIn(element: Element, scope: Scope): Shape[] {
  const box = boxIn(childOf(element, 'xfrm')) ?? scope.usual;
  if (!box) return [];
  const data = childOf(element, 'graphic', 'graphicData');
  const table = childOf(data, 'tbl');
  const shape = { ...NOTHING, ...scope.place(box) };
  if (table) return [{ ...shape, table: tableIn(table, scope) }];
  const chart = scope.part.charts.get(relationIn(childOf(data, 'chart'), 'id'));
  if (chart) {
    scope.made.chartElements += weightOf(chart);
    return [
      { ...shape, ...(scope.made.chartElements > MAX_CHART_ELEMENTS ? { missing: 'chart' as const } : { chart }) },
    ];
  }
  const diagram = scope.part.diagrams.get(relationIn(childOf(data, 'relIds'), 'dm'));
  if (diagram) return diagramIn(diagram, scope, box);
  const uri = data?.getAttribute('uri') ?? '';
  return [{ ...shape, missing: /chart/.test(uri) ? 'chart' : /diagram/.test(uri) ? 'diagram' : 'object' }];
}

const relationIn = (element: Element | undefined, name: string): string =>
  [...(element?.attributes ?? [])].find(({ localName }) => localName === name)?.value ?? '';

/** The shapes of the program's own picture of a diagram, placed from the frame's corner. */
function diagramIn(diagram: Part, scope: Scope, frame: Box): Shape[] {
  const place = (inner: Box) => scope.place({ ...inner, x: frame.x + inner.x, y: frame.y + inner.y });
  return shapesIn(childOf(diagram.root, 'spTree'), { ...scope, part: diagram, above: [], place }, true);
}

const EMPTY_TEXT: TextBox = { paragraphs: [], anchor: 'start', padding: [4, 8, 4, 8], wraps: true, turned: undefined };
const MAX_TABLE_ROWS = 500;

function tableIn(table: Element, { part, chain }: Scope): Table {
  const properties = childOf(table, 'tblPr');
  const hasHead = properties?.getAttribute('firstRow') === '1';
  const isStriped = properties?.getAttribute('bandRow') === '1';
  const accent = part.paint.colors.get('accent1') ?? '#4472c4';
  const rows = childrenOf(table, 'tr').slice(0, MAX_TABLE_ROWS);
  return {
    columns: childrenOf(childOf(table, 'tblGrid'), 'gridCol').map((each) => px(numberIn(each, 'w'))),
    rows: rows.map((row, index) => ({
      height: px(numberIn(row, 'h')),
      cells: childrenOf(row, 'tc')
        .filter((cell) => cell.getAttribute('hMerge') !== '1' && cell.getAttribute('vMerge') !== '1')
        .map((cell) => {
          const isHead = hasHead && index === 0;
          const own = fillIn(childOf(cell, 'tcPr'), part.paint);
          // Tables are drawn in the default style, because other styles are in the program and not in the file.
          const usual = isHead
            ? accent
            : isStriped && index % 2 === 1
              ? `${accent}33`
              : hasHead
                ? `${accent}1a`
                : undefined;
          const text = textIn(childOf(cell, 'txBody'), part.paint, {
            styles: [childOf(chain.parts.at(-1)?.root, 'txStyles', 'otherStyle')],
            bodies: [childOf(cell, 'tcPr')],
            color: isHead && own === undefined ? '#ffffff' : undefined,
            fonts: chain.fonts,
            number: chain.number,
            linkOf: (id) => linkIn(part, id),
          });
          return {
            text: text ?? EMPTY_TEXT,
            fill: own === undefined ? usual && ({ kind: 'color', color: usual } as const) : (own ?? undefined),
            columns: numberIn(cell, 'gridSpan', 1),
            rows: numberIn(cell, 'rowSpan', 1),
          };
        }),
    })),
  } as Table;
}
