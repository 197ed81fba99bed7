import type { LazyComponent } from '#sync/store/lazyComponent.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import type { FileKind } from './fileKinds.ts';
import type { ViewedFile } from './viewedFile.ts';

/** Each format's code loads with the first file of it. */
export const VIEWS: Partial<Record<FileKind, LazyComponent<{ viewed: ViewedFile }>>> = {
  pdf: lazyPart(async () => (await import('./pdf/PdfView.tsx')).PdfView),
  ...same(
    ['text', 'code', 'markdown'],
    lazyPart(async () => (await import('./text/TextView.tsx')).TextView),
  ),
  ...same(
    ['table', 'sheet'],
    lazyPart(async () => (await import('./sheet/SheetView.tsx')).SheetView),
  ),
  word: lazyPart(async () => (await import('./word/WordView.tsx')).WordView),
  slides: lazyPart(async () => (await import('./slides/SlidesView.tsx')).SlidesView),
  mail: lazyPart(async () => (await import('./mail/MailView.tsx')).MailView),
  archive: lazyPart(async () => (await import('./archive/ArchiveView.tsx')).ArchiveView),
  diagram: lazyPart(async () => (await import('./diagram/DiagramView.tsx')).DiagramView),
  drawing: lazyPart(async () => (await import('./drawing/DrawingView.tsx')).DrawingView),
  spreadsheet: lazyPart(async () => (await import('./spreadsheet/SpreadsheetView.tsx')).SpreadsheetView),
  mind: lazyPart(async () => (await import('./mind/MindView.tsx')).MindView),
};
function same<T>(kinds: readonly FileKind[], view: T): Partial<Record<FileKind, T>> {
  return Object.fromEntries(kinds.map((kind) => [kind, view]));
}

/** Loads a format's code without showing anything. Errors surface when a file is opened. */
export async function fetchView(kind: FileKind): Promise<void> {
  if (kind === 'pdf') void import('./pdf/pdfLibrary.ts').then(({ loadPdfLibrary }) => loadPdfLibrary());
  await VIEWS[kind]?.fetch();
}
