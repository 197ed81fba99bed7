import { fileAddress } from '#sync/files.ts';
import { canBeViewed, type FileKind, fileKindOf } from './fileKinds.ts';
import { FileViewer } from './viewerPart.ts';

const warm = new Set<FileKind>();

/** Loads the viewer's code for a file that somebody points at: opening it then waits for the file only. */
export function warmViewer(file: { ext: string; size: number }): void {
  const kind = fileKindOf(file);
  if (warm.has(kind) || !canBeViewed(file)) return;
  warm.add(kind);
  // Requests the key that addresses need.
  fileAddress('/');
  // Offline it is requested again when the file is opened.
  void Promise.all([FileViewer.fetch(), import('./views.ts').then(({ fetchView }) => fetchView(kind))]).catch(() =>
    warm.delete(kind),
  );
}
