import { later, type Part } from '#sync/store/later.ts';
import type { FileKind } from './fileKinds.ts';
import type { ViewedFile } from './viewedFile.ts';

/** Each format's code loads with the first file of it. */
export const VIEWS: Partial<Record<FileKind, Part<{ viewed: ViewedFile }>>> = {
  pdf: later(async () => (await import('./pdf/PdfView.tsx')).PdfView),
  ...same(
    ['text', 'code', 'markdown'],
    later(async () => (await import('./text/TextView.tsx')).TextView),
  ),
  ...same(
    ['table', 'sheet'],
    later(async () => (await import('./sheet/SheetView.tsx')).SheetView),
  ),
  word: later(async () => (await import('./word/WordView.tsx')).WordView),
  slides: later(async () => (await import('./slides/SlidesView.tsx')).SlidesView),
  mail: later(async () => (await import('./mail/MailView.tsx')).MailView),
  archive: later(async () => (await import('./archive/ArchiveView.tsx')).ArchiveView),
  diagram: later(async () => (await import('./diagram/DiagramView.tsx')).DiagramView),
  drawing: later(async () => (await import('./drawing/DrawingView.tsx')).DrawingView),
  spreadsheet: later(async () => (await import('./spreadsheet/SpreadsheetView.tsx')).SpreadsheetView),
  mind: later(async () => (await import('./mind/MindView.tsx')).MindView),
};
function same<T>(kinds: readonly FileKind[], view: T): Partial<Record<FileKind, T>> {
  return Object.fromEntries(kinds.map((kind) => [kind, view]));
}

/** Loads a format's code without showing anything. Errors surface when a file is opened. */
export async function fetchView(kind: FileKind): Promise<void> {
  if (kind === 'pdf') void import('./pdf/pdfLibrary.ts').then(({ loadPdfLibrary }) => loadPdfLibrary());
  await VIEWS[kind]?.fetch();
}
