import { partsOfSheet, sheetText, wordsOfSheet } from '../sheet/sheetParts.ts';

/** Drawings, mind maps and spreadsheets consist of parts that change independently: shapes, topics, or cells. */
export type PartsFormat = 'drawing' | 'mind' | 'sheet';

/**
 * The parts by their keys, as values for JSON.
 *
 * - A drawing: `e:<id>` an element as Excalidraw writes it, `f:<id>` a picture in it, `background` its color.
 * - A mind map: `n:<id>` a `Topic`.
 * - A spreadsheet: see `sheetParts.ts`.
 */
export type Parts = Map<string, unknown>;

/** One topic of a mind map. */
export interface Topic {
  /** The id of the topic above; '' for the topic in the middle. */
  parent: string;
  /** The place among the topics beside it; equal ones are sorted by id. */
  order: number;
  topic: string;
  /** True if the topics below it are hidden. */
  isFolded?: boolean;
  /** The side of the middle: 0 left, 1 right. */
  side?: 0 | 1;
  color?: string;
}

/** A topic with those below it, in order. */
export interface TopicTree extends Omit<Topic, 'parent' | 'order'> {
  id: string;
  children: TopicTree[];
}

const MAX_PARTS = 20_000;
export const TOPIC_CHARS = 2000;
const MAX_DEPTH = 200;
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]*$/;
const COLOR = /^#[\da-f]{3,8}$/i;

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKey = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100;

/** The parts of a file's text; undefined unless it is such a file. A new, empty file has none. */
export function partsOf(text: string, format: PartsFormat): Parts | undefined {
  if (text.trim() === '') return new Map();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return;
  }
  if (!isObject(parsed)) return;
  return FORMATS[format].read(parsed);
}

/** The text of the file: the same for the same parts, created in any order. */
export const textOfParts = (parts: Parts, format: PartsFormat): string =>
  parts.size === 0 ? '' : FORMATS[format].write(parts);

/** The parts that differ, with undefined for removed ones. */
export function changedParts(from: Parts, to: Parts): Parts {
  const changes: Parts = new Map();
  for (const [key, value] of to) if (!isSame(from.get(key), value)) changes.set(key, value);
  for (const key of from.keys()) if (!to.has(key)) changes.set(key, undefined);
  return changes;
}
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Applies the difference between `base` and `next` to `now`. */
export function mergeParts(base: Parts, now: Parts, next: Parts): Parts {
  const merged: Parts = new Map(now);
  for (const [key, value] of changedParts(base, next)) {
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return merged;
}

// --- drawings -------------------------------------------------------------------------------------------------------

function partsOfDrawing(file: Loose): Parts | undefined {
  if (!Array.isArray(file['elements'])) return;
  const parts: Parts = new Map();
  for (const element of file['elements']) {
    if (!isObject(element) || !isKey(element['id']) || element['isDeleted'] === true) continue;
    if (parts.size < MAX_PARTS) parts.set(`e:${element['id']}`, element);
  }
  for (const [id, picture] of Object.entries(isObject(file['files']) ? file['files'] : {}))
    if (isKey(id) && isPicture(picture) && parts.size < MAX_PARTS) parts.set(`f:${id}`, picture);
  const look = file['appState'];
  const background = isObject(look) ? look['viewBackgroundColor'] : undefined;
  if (typeof background === 'string' && COLOR.test(background)) parts.set('background', background);
  return parts;
}

/** Pictures are shown from their bytes only: nothing is loaded from elsewhere. */
export const isPicture = (value: unknown): value is Loose =>
  isObject(value) && typeof value['dataURL'] === 'string' && PICTURE.test(value['dataURL']);

/** The types of elements that are shown. Embedded pages are not among them. */
const SHAPES = new Set(['rectangle', 'diamond', 'ellipse', 'arrow', 'line', 'freedraw', 'text', 'image', 'frame']);
const isShape = (value: unknown): boolean => isObject(value) && SHAPES.has(String(value['type']));

/** Without the data of other programs, and with a link to a web page at most. */
function cleaned({ customData: _programs, ...element }: Loose): Loose {
  const { link } = element;
  const isWeb = typeof link === 'string' && /^https?:\/\//i.test(link);
  return link && !isWeb ? { ...element, link: null } : element;
}

const indexOf = (value: unknown) => (isObject(value) && typeof value['index'] === 'string' ? value['index'] : '');

/** The elements of a drawing from back to front. */
export function elementsOf(parts: Parts): Loose[] {
  const found = [...parts].filter(([key, value]) => key.startsWith('e:') && isShape(value));
  found.sort(([a, one], [b, other]) => compare(indexOf(one), indexOf(other)) || compare(a, b));
  return found.map(([, value]) => cleaned(value as Loose));
}

export function picturesOf(parts: Parts): Record<string, Loose> {
  const found = [...parts].filter(([key, value]) => key.startsWith('f:') && isPicture(value));
  found.sort(([a], [b]) => compare(a, b));
  return Object.fromEntries(found.map(([key, value]) => [key.slice(2), value as Loose]));
}

/** Writes a drawing as Excalidraw does, with a line for each element so that versions can be compared. */
function drawingText(parts: Parts): string {
  const elements = elementsOf(parts).map((element) => `    ${JSON.stringify(element)}`);
  const look = parts.has('background') ? { viewBackgroundColor: parts.get('background') } : {};
  return `{
  "type": "excalidraw",
  "version": 2,
  "source": "atrium",
  "elements": [${elements.length > 0 ? `\n${elements.join(',\n')}\n  ` : ''}],
  "appState": ${JSON.stringify(look)},
  "files": ${JSON.stringify(picturesOf(parts))}
}
`;
}

// --- mind maps ------------------------------------------------------------------------------------------------------

function partsOfMind(file: Loose): Parts | undefined {
  const root = file['nodeData'];
  if (!isObject(root)) return;
  const parts: Parts = new Map();
  const walk = (node: Loose, parent: string, order: number, depth: number): void => {
    const id = node['id'];
    if (!isKey(id) || parts.has(`n:${id}`) || parts.size >= MAX_PARTS || depth > MAX_DEPTH) return;
    const style = node['style'];
    const color = isObject(style) ? style['background'] : undefined;
    parts.set(`n:${id}`, {
      parent,
      order,
      topic: String(node['topic'] ?? '').slice(0, TOPIC_CHARS),
      ...(node['expanded'] === false && { isFolded: true }),
      ...((node['direction'] === 0 || node['direction'] === 1) && { side: node['direction'] }),
      ...(typeof color === 'string' && COLOR.test(color) && { color }),
    } satisfies Topic);
    const children = Array.isArray(node['children']) ? node['children'] : [];
    for (const [index, child] of children.entries()) if (isObject(child)) walk(child, id, index, depth + 1);
  };
  walk(root, '', 0, 0);
  return parts;
}

/**
 * The tree of a mind map; undefined while it has no topic. Where two people have changed it at once, a topic may have
 * a removed parent or be its own descendant: it moves below the one in the middle, so that nothing is lost.
 */
export function treeOf(parts: Parts): TopicTree | undefined {
  const topics = new Map<string, Topic>();
  for (const [key, value] of parts) {
    if (!key.startsWith('n:') || !isObject(value)) continue;
    const { parent, order, topic, isFolded, side, color } = value as unknown as Topic;
    topics.set(key.slice(2), {
      parent: typeof parent === 'string' ? parent : '',
      order: Number.isFinite(order) ? order : 0,
      topic: typeof topic === 'string' ? topic.slice(0, TOPIC_CHARS) : '',
      ...(isFolded === true && { isFolded }),
      ...((side === 0 || side === 1) && { side }),
      ...(typeof color === 'string' && COLOR.test(color) && { color }),
    });
  }
  const ids = [...topics.keys()].sort(compare);
  const middle = ids.find((id) => topics.get(id)?.parent === '') ?? ids[0];
  if (middle === undefined) return;
  const below = new Map<string, string[]>();
  const hang = (id: string, parent: string) => below.set(parent, [...(below.get(parent) ?? []), id]);
  for (const id of ids) {
    const parent = topics.get(id)?.parent ?? '';
    if (id !== middle) hang(id, topics.has(parent) ? parent : middle);
  }
  const placed = new Set<string>();
  const build = (id: string, depth: number): TopicTree => {
    placed.add(id);
    const { parent: _, order: __, ...rest } = topics.get(id) ?? { parent: '', order: 0, topic: '' };
    const orderOf = (each: string) => topics.get(each)?.order ?? 0;
    const inside = (below.get(id) ?? []).filter((each) => !placed.has(each) && depth < MAX_DEPTH);
    inside.sort((a, b) => orderOf(a) - orderOf(b) || compare(a, b));
    return { id, ...rest, children: inside.map((each) => build(each, depth + 1)) };
  };
  const tree = build(middle, 0);
  // Each is below itself, or too deep.
  for (const id of ids) if (!placed.has(id)) tree.children.push(build(id, 1));
  return tree;
}

/** The parts of a tree. */
export function partsOfTree(tree: TopicTree): Parts {
  const parts: Parts = new Map();
  const walk = ({ id, children, ...rest }: TopicTree, parent: string, order: number): void => {
    parts.set(`n:${id}`, { parent, order, ...rest } satisfies Topic);
    for (const [index, child] of children.entries()) walk(child, id, index);
  };
  walk(tree, '', 0);
  return parts;
}

interface MindNode {
  id: string;
  topic: string;
  expanded?: boolean;
  direction?: 0 | 1;
  style?: { background: string };
  children?: MindNode[];
}

/** A topic as Mind Elixir has it. */
export const mindNodeOf = ({ id, topic, isFolded, side, color, children }: TopicTree): MindNode => ({
  ...{ id, topic },
  ...(isFolded && { expanded: false }),
  ...(side !== undefined && { direction: side }),
  ...(color && { style: { background: color } }),
  ...(children.length > 0 && { children: children.map(mindNodeOf) }),
});

function mindText(parts: Parts): string {
  const tree = treeOf(parts);
  return tree ? `${JSON.stringify({ nodeData: mindNodeOf(tree) }, null, 2)}\n` : '';
}

/** The topics as an indented list, for people without the picture and for search. */
export function topicLines(tree: TopicTree, depth = 0): string[] {
  const line = `${'  '.repeat(depth)}- ${tree.topic.replaceAll('\n', ' ')}`;
  return [line, ...tree.children.flatMap((child) => topicLines(child, depth + 1))];
}

/** The words in it, for search. */
export const wordsOfParts = (parts: Parts, format: PartsFormat): string => FORMATS[format].words(parts);

function mindWords(parts: Parts): string {
  const tree = treeOf(parts);
  return tree ? topicLines(tree).join('\n') : '';
}
const textOfElement = ({ text }: Loose): string[] => (typeof text === 'string' && text !== '' ? [text] : []);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const FORMATS: Readonly<
  Record<
    PartsFormat,
    {
      read: (file: Loose) => Parts | undefined;
      write: (parts: Parts) => string;
      words: (parts: Parts) => string;
    }
  >
> = {
  drawing: {
    read: partsOfDrawing,
    write: drawingText,
    words: (parts) => elementsOf(parts).flatMap(textOfElement).join('\n'),
  },
  mind: { read: partsOfMind, write: mindText, words: mindWords },
  sheet: { read: partsOfSheet, write: sheetText, words: wordsOfSheet },
};
