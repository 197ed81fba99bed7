import { colorIn, fillIn } from '../drawingml/paint.ts';
import { readPart } from '../drawingml/readPart.ts';
import { type Fill, px, type Shape } from '../drawingml/shape.ts';
import { type Chain, type Part, shapesOf } from '../drawingml/shapes.ts';
import { themeColors } from '../drawingml/themeColors.ts';
import { ViewerError } from '../fileBytes.ts';
import { allIn, childOf, numberIn, type OfficeFile, openOffice, type Relation } from '../zip/officeFile.ts';

/** A slide as it is drawn. Lengths are CSS pixels on an unscaled slide. */
export interface Slide {
  background: Fill | undefined;
  shapes: readonly Shape[];
  /** The text of the slide, for screen readers. */
  title: string;
}

export interface Presentation {
  width: number;
  height: number;
  count: number;
  /** Reads a slide, when it is looked at. */
  slide(index: number): Promise<Slide>;
  /** Releases the pictures of the presentation. */
  close(): void;
}

const MAX_SLIDES = 1000;
/** The default font size of a chart, in pixels. */
const SLIDE_LETTERS = 24;

/**
 * Opens a PowerPoint presentation. It draws text, shapes, lines, pictures, tables, charts, diagrams and backgrounds in
 * their places. Embedded objects and rare charts are boxes that say so. Animations, notes and sounds are left out.
 *
 * @throws ViewerError
 */
export async function openPresentation(bytes: Uint8Array<ArrayBuffer>): Promise<Presentation> {
  const file = await openOffice(bytes);
  const path = [...(await file.relations('')).values()].find(({ type }) => type === 'officeDocument')?.target;
  const root = (await file.xml(path ?? 'ppt/presentation.xml'))?.documentElement;
  if (!root) throw new ViewerError('broken');
  const relations = await file.relations(path ?? 'ppt/presentation.xml');
  const size = childOf(root, 'sldSz');
  const first = numberIn(root, 'firstSlideNum', 1);
  const paths = allIn(childOf(root, 'sldIdLst'), 'sldId')
    .slice(0, MAX_SLIDES)
    .map((each) => [...each.attributes].find(({ name }) => name.endsWith(':id'))?.value ?? '')
    .flatMap((id) => relations.get(id)?.target ?? []);
  const urls = new Map<string, string>();
  const known = new Map<number, Promise<Slide>>();
  return {
    width: px(numberIn(size, 'cx', 12_192_000)),
    height: px(numberIn(size, 'cy', 6_858_000)),
    count: paths.length,
    slide(index) {
      const slide = known.get(index) ?? readSlide(file, paths[index] ?? '', urls, first + index);
      known.set(index, slide);
      return slide;
    },
    close() {
      for (const url of urls.values()) if (url) URL.revokeObjectURL(url);
    },
  };
}

async function readSlide(file: OfficeFile, path: string, urls: Map<string, string>, number: number): Promise<Slide> {
  const chain = { ...(await chainOf(file, path, urls)), number };
  const [slide, layout] = chain.parts;
  const isShown = (part: Part | undefined) => part?.root?.getAttribute('showMasterSp') !== '0';
  const shapes = [
    ...(isShown(slide) && isShown(layout) ? shapesOf(chain, 2) : []),
    ...(isShown(slide) ? shapesOf(chain, 1) : []),
    ...shapesOf(chain, 0),
  ];
  const texts = shapes.flatMap(
    ({ text }) => text?.paragraphs.map(({ runs }) => runs.map((run) => run.text).join('')) ?? [],
  );
  const background = chain.parts.map(backgroundIn).find((each) => each !== undefined);
  return { background, shapes, title: texts.find((text) => text.trim() !== '') ?? '' };
}

function backgroundIn({ root, paint }: Part): Fill | undefined {
  const element = childOf(root, 'cSld', 'bg');
  const own = fillIn(childOf(element, 'bgPr'), paint);
  if (own) return own;
  const color = colorIn(childOf(element, 'bgRef'), paint);
  return color ? { kind: 'color', color } : undefined;
}

async function chainOf(file: OfficeFile, path: string, urls: Map<string, string>): Promise<Chain> {
  const relationsOf = (each: string) => file.relations(each);
  const target = (relations: ReadonlyMap<string, Relation>, type: string) =>
    [...relations.values()].find((each) => each.type === type)?.target ?? '';
  const own = await relationsOf(path);
  const layoutPath = target(own, 'slideLayout');
  const layout = await relationsOf(layoutPath);
  const masterPath = target(layout, 'slideMaster');
  const master = await relationsOf(masterPath);
  const theme = await file.xml(target(master, 'theme'));
  const colors = themeColors(theme);
  const masterRoot = (await file.xml(masterPath))?.documentElement;
  const map = new Map([...(childOf(masterRoot, 'clrMap')?.attributes ?? [])].map(({ name, value }) => [name, value]));
  const part = (each: string, known?: Element) =>
    readPart(file, each, { root: known, colors, map, urls, charts: { letters: SLIDE_LETTERS } });
  const parts = [await part(path), await part(layoutPath), await part(masterPath, masterRoot)];
  if (!parts[0]?.root) throw new ViewerError('broken');
  const font = (name: string) => childOf(allIn(theme, name)[0], 'latin')?.getAttribute('typeface') || 'sans-serif';
  return { parts, fonts: { major: font('majorFont'), minor: font('minorFont') } };
}
