import { fileModeOf } from '@atrium/contract/files/fileModes.ts';

/** The viewer for a file. `none`: it can only be downloaded. */
export type FileKind =
  | 'picture'
  | 'film'
  | 'sound'
  | 'pdf'
  | 'markdown'
  | 'text'
  | 'code'
  | 'table'
  | 'word'
  | 'sheet'
  | 'slides'
  | 'mail'
  | 'archive'
  | 'diagram'
  | 'drawing'
  | 'mind'
  | 'spreadsheet'
  | 'none';

const EXTENSIONS: Partial<Record<FileKind, string>> = {
  picture: 'jpg jpeg png gif webp avif bmp ico svg heic heif tif tiff',
  film: 'mp4 m4v webm mov ogv mkv',
  sound: 'mp3 m4a aac ogg oga opus wav flac weba',
  pdf: 'pdf',
  table: 'csv tsv',
  word: 'docx docm dotx',
  sheet: 'xlsx xlsm xltx',
  slides: 'pptx pptm ppsx potx',
  mail: 'eml',
  archive: 'zip jar apk tar tgz gz',
  diagram: 'drawio mmd mermaid',
  drawing: 'excalidraw',
  mind: 'mind',
  spreadsheet: 'sheet',
};
const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) => list.split(' ').map((ext) => [ext, kind as FileKind])),
);

const MB = 1024 * 1024;
/** The largest files that are shown, in bytes. Kinds that are missing here are read in parts. */
const LIMITS: Partial<Record<FileKind, number>> = {
  markdown: 2 * MB,
  text: 2 * MB,
  code: 2 * MB,
  table: 20 * MB,
  word: 30 * MB,
  sheet: 30 * MB,
  slides: 100 * MB,
  mail: 30 * MB,
  diagram: 5 * MB,
  drawing: 5 * MB,
  mind: 5 * MB,
  spreadsheet: 5 * MB,
  // The limit applies only to pictures that the browser cannot load by their address.
  picture: 60 * MB,
};
export const limitOf = (kind: FileKind): number => LIMITS[kind] ?? Number.POSITIVE_INFINITY;

interface Named {
  ext: string;
  size: number;
}

/** The kind of a file by its extension; its content may still turn out to be something else. */
export function fileKindOf({ ext }: Pick<Named, 'ext'>): FileKind {
  const name = ext.toLowerCase();
  const known = BY_EXTENSION.get(name);
  if (known) return known;
  // Files such as LICENSE or Makefile count as text, which they usually are.
  const mode = fileModeOf({ ext: name || 'txt', size: 0 });
  return mode === 'md' ? 'markdown' : mode === 'text' || mode === 'code' ? mode : 'none';
}

/** True if the viewer shows it. */
export const canBeViewed = (file: Named): boolean => file.size > 0 && fileKindOf(file) !== 'none';
