import { allIn, type OfficeFile, type Relation } from '../zip/officeFile.ts';
import type { Chart } from './chart.ts';
import type { Paint } from './paint.ts';
import { type ChartDefaults, readChart } from './readChart.ts';
import type { Part } from './shapes.ts';

const PICTURES: Record<string, string> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  bmp: 'image/bmp',
  // An SVG is shown as a picture, in which no script runs and nothing loads.
  svg: 'image/svg+xml',
};

/** Limits per slide or sheet. */
const [MAX_CHARTS, MAX_DIAGRAMS] = [100, 20];

interface Surroundings {
  /** The markup, if it is already parsed. */
  root?: Element | undefined;
  colors: Paint['colors'];
  map: Paint['map'];
  /** The addresses of pictures by their paths, which the caller releases; '' for formats that cannot be shown. */
  urls: Map<string, string>;
  charts: ChartDefaults;
  /** True within a diagram, because no program puts a diagram into a diagram. */
  isDiagram?: boolean;
}

/** A part that has shapes, with its pictures, charts and diagrams. */
export async function readPart(file: OfficeFile, path: string, around: Surroundings): Promise<Part> {
  const { colors, map, urls } = around;
  const relations = await file.relations(path);
  await loadPictures(file, relations, urls);
  const paint: Paint = { colors, map, picture: (id) => urls.get(relations.get(id)?.target ?? '') ?? '' };
  const charts = new Map<string, Chart>();
  const diagrams = new Map<string, Part>();
  for (const [id, { type, target, isOutside }] of relations) {
    if (isOutside) continue;
    if (type === 'chart' && charts.size < MAX_CHARTS) {
      // A chart that is broken is replaced by a notice in its place.
      const document = await file.xml(target).catch(() => undefined);
      const chart = await readChart(document, paint, around.charts);
      if (chart) charts.set(id, chart);
    }
    if (type === 'diagramData' && !around.isDiagram && diagrams.size < MAX_DIAGRAMS) {
      const drawn = allIn(await file.xml(target), 'dataModelExt')[0]?.getAttribute('relId') ?? '';
      const drawing = relations.get(drawn);
      if (drawing && !drawing.isOutside) {
        diagrams.set(id, await readPart(file, drawing.target, { ...around, root: undefined, isDiagram: true }));
      }
    }
  }
  const root = around.root ?? (await file.xml(path))?.documentElement;
  return { root, paint, relations, charts, diagrams };
}

/** Loads pictures. Formats of drawing programs, such as EMF, cannot be shown. */
async function loadPictures(file: OfficeFile, relations: ReadonlyMap<string, Relation>, urls: Map<string, string>) {
  for (const { type, target, isOutside } of relations.values()) {
    if (type !== 'image' || isOutside || urls.has(target)) continue;
    const mime = PICTURES[target.split('.').at(-1)?.toLowerCase() ?? ''];
    urls.set(
      target,
      mime && file.has(target) ? URL.createObjectURL(new Blob([await file.bytes(target)], { type: mime })) : '',
    );
  }
}
