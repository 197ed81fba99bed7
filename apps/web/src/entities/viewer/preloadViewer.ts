import { fileAddress } from '#sync/files.ts';
import { canBeViewed, type FileKind, fileKindOf } from './fileKinds.ts';
import { FileViewer } from './viewerPart.ts';

const requested = new Set<FileKind>();

/** Loads the viewer's code for a file that somebody points at: opening it then waits for the file only. */
export function preloadViewer(file: { ext: string; size: number }): void {
  const kind = fileKindOf(file);
  if (requested.has(kind) || !canBeViewed(file)) return;
  requested.add(kind);
  // Requests the key that addresses need.
  fileAddress('/');
  // If this fails, for example offline, the code is requested again when the file is opened.
  void Promise.all([FileViewer.fetch(), import('./views.ts').then(({ fetchView }) => fetchView(kind))]).catch(() =>
    requested.delete(kind),
  );
}
