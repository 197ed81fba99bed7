import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ViewerError } from '../fileBytes.ts';
import { documentOptions, MAX_PIXELS } from './pdfDocument.ts';
import { loadPdfLibrary } from './pdfLibrary.ts';
import { takePrepared } from './preparedPdf.ts';

/** The matches of a search. */
export interface MatchCount {
  current: number;
  total: number;
  isDone: boolean;
}

/** The events that the reader's frame displays. */
export interface PdfEvents {
  onOpen(pages: number): void;
  onPage(page: number): void;
  onScale(percent: number): void;
  onMatches(found: MatchCount): void;
  /** Asks for a password. Call `answer` with it. */
  onLocked(isWrong: boolean, answer: (password: string) => void): void;
  onFailed(error: unknown): void;
}

export interface OutlineItem {
  title: string;
  /** The place in the document, which is passed to `follow`. */
  target: unknown;
  items: readonly OutlineItem[];
}

/** An open PDF. */
export interface PdfSession {
  goTo(page: number): void;
  zoom(by: 'in' | 'out' | 'reset'): void;
  rotate(): void;
  find(words: string, way: 'new' | 'next' | 'previous'): void;
  outline(): Promise<readonly OutlineItem[]>;
  follow(target: unknown): void;
  /** Draws a page, `width` CSS pixels wide. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<void>;
  /** Makes pictures of all pages and prints them; it stops when `isStopped` returns true. */
  print(onPage: (page: number) => void, isStopped: () => boolean): Promise<void>;
  close(): void;
}

/**
 * Opens a PDF in `box`, a positioned element with one child. Pages are read as they are needed, and drawn when they
 * come into view. Scripts of the document never run, because nothing here can run them.
 */
export async function openPdf(box: HTMLDivElement, address: string, events: PdfEvents): Promise<PdfSession> {
  const { pdfjs, parts, runningWorker } = await loadPdfLibrary();
  const task = takePrepared(address) ?? pdfjs.getDocument(documentOptions(address, runningWorker()));
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    events.onLocked(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD, answer);

  const bus = new parts.EventBus();
  const links = new parts.PDFLinkService({
    eventBus: bus,
    externalLinkTarget: parts.LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const finder = new parts.PDFFindController({ eventBus: bus, linkService: links });
  const viewer = new parts.PDFViewer({
    container: box,
    eventBus: bus,
    linkService: links,
    findController: finder,
    textLayerMode: 1,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    maxCanvasPixels: MAX_PIXELS,
    removePageBorders: false,
  });
  links.setViewer(viewer);
  // False until the reader zooms: the page then fits when the panel opens or the page is rotated.
  let isZoomed = false;
  const fitPage = () => {
    const { width = 0, scale = 1 } = (viewer.getPageView(0) ?? {}) as { width?: number; scale?: number };
    // The scale is set only if it changes, because setting it lays out every page.
    if ((box.clientWidth - SIDES) * scale > width * LARGEST_FIT) viewer.currentScale = LARGEST_FIT;
    else viewer.currentScaleValue = 'page-width';
  };
  bus.on('pagesinit', fitPage);
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => events.onPage(pageNumber));
  bus.on('scalechanging', ({ scale }: { scale: number }) => events.onScale(Math.round(scale * 100)));
  bus.on('updatefindmatchescount', ({ matchesCount }: Counted) => events.onMatches({ ...matchesCount, isDone: false }));
  bus.on('updatefindcontrolstate', ({ state, matchesCount }: Counted & { state: number }) =>
    events.onMatches({ ...matchesCount, isDone: state !== parts.FindState.PENDING }),
  );

  let document: PDFDocumentProxy | undefined;
  task.promise.then(
    (opened) => {
      document = opened;
      viewer.setDocument(opened);
      links.setDocument(opened);
      events.onOpen(opened.numPages);
    },
    (error: Error) => events.onFailed(reasonOf(error)),
  );
  const fit = () => {
    if (!document || viewer.pagesCount === 0) return;
    if (!isZoomed) fitPage();
    else if (viewer.currentScaleValue === 'page-width') viewer.currentScaleValue = 'page-width';
  };
  const observer = new ResizeObserver(fit);
  observer.observe(box);
  return {
    goTo(page) {
      viewer.currentPageNumber = page;
    },
    zoom(by) {
      isZoomed = true;
      if (by === 'in') viewer.increaseScale();
      else if (by === 'out') viewer.decreaseScale();
      else viewer.currentScaleValue = 'page-width';
    },
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
      fit();
    },
    find(words, way) {
      bus.dispatch('find', {
        ...{ source: box, type: way === 'new' ? '' : 'again', query: words },
        ...{ caseSensitive: false, entireWord: false, highlightAll: true, matchDiacritics: false },
        findPrevious: way === 'previous',
      });
    },
    async outline() {
      const items = (await document?.getOutline()) as RawItem[] | null | undefined;
      return shown(items ?? [], { left: MAX_OUTLINE });
    },
    follow: (target) => void links.goToDestination(target as string),
    draw: async (page, canvas, width) => {
      if (document) await drawPage(document, page, canvas, { width: width * devicePixelRatio });
    },
    async print(onPage, isStopped) {
      if (document) await printPages(document, onPage, isStopped);
    },
    close() {
      observer.disconnect();
      // Rendering stops: otherwise a page that is still being read would be drawn, and write an error to the console.
      if (viewer.renderingQueue) viewer.renderingQueue.renderView = () => false;
      viewer.cleanup();
      viewer.setDocument(null as unknown as PDFDocumentProxy);
      void task.destroy();
    },
  };
}
/** The largest scale at which a page fills a wide screen. */
const LARGEST_FIT = 1.25;
/** The margin that the library leaves beside a page that fills the width, in CSS pixels. */
const SIDES = 40;

interface Counted {
  matchesCount: { current: number; total: number };
}
interface RawItem {
  title: string;
  dest: unknown;
  items?: RawItem[];
}
const MAX_OUTLINE = 5000;
const MAX_DEPTH = 20;

function shown(items: readonly RawItem[], budget: { left: number }, depth = 0): OutlineItem[] {
  if (depth > MAX_DEPTH) return [];
  return items.flatMap(({ title, dest, items: below = [] }) =>
    budget.left-- > 0 ? [{ title, target: dest, items: shown(below, budget, depth + 1) }] : [],
  );
}

function reasonOf(error: Error): unknown {
  const names: Record<string, ConstructorParameters<typeof ViewerError>[0]> = {
    ...{ PasswordException: 'locked', ResponseException: 'network', UnexpectedResponseException: 'network' },
    ...{ MissingPDFException: 'network' },
  };
  return new ViewerError(names[error.name] ?? 'broken');
}

async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  { width, scale, intent = 'display' }: { width?: number; scale?: number; intent?: 'display' | 'print' },
): Promise<void> {
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const wished = scale ?? (width ?? natural.width) / natural.width;
  const largest = Math.sqrt(MAX_PIXELS / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wished, largest) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent }).promise;
}

/** The scale for printing: 150 dots per inch. */
const PRINT_SCALE = 150 / 72;

/** Prints pictures of the pages, as the library's own viewer does. Everything else on the page is hidden meanwhile. */
async function printPages(
  pdf: PDFDocumentProxy,
  onPage: (page: number) => void,
  isStopped: () => boolean,
): Promise<void> {
  const sheet = document.createElement('div');
  sheet.dataset['printing'] = '';
  const urls: string[] = [];
  try {
    for (let page = 1; page <= pdf.numPages; page++) {
      if (isStopped()) return;
      onPage(page);
      const canvas = document.createElement('canvas');
      await drawPage(pdf, page, canvas, { scale: PRINT_SCALE, intent: 'print' });
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      canvas.width = 0;
      if (!blob) throw new ViewerError('broken');
      const picture = document.createElement('img');
      picture.src = URL.createObjectURL(blob);
      urls.push(picture.src);
      await picture.decode();
      sheet.append(picture);
    }
    if (isStopped()) return;
    document.body.append(sheet);
    window.print();
  } finally {
    sheet.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  }
}
