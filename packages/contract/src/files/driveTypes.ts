/** The kind of a file by its extension; '' = unknown, `folder` is no file. */
const KINDS: Readonly<Record<string, string>> = {
  document: 'md markdown text',
  word: 'doc docx dot dotx odt ott rtf',
  excel: 'xls xlsx xlsm xlt xltx ods ots csv tsv',
  ppt: 'ppt pptx pps ppsx pot potx odp otp',
  wps: 'wps',
  drawing: 'excalidraw',
  drawio: 'drawio',
  mind: 'mind',
  sheet: 'sheet',
  picture: 'jpg jpeg webp png gif bmp ico raw svg',
  archive: 'rar zip jar tar gzip 7z gz apk dmg',
  tif: 'tif tiff',
  cad: 'dwg dxf',
  ofd: 'ofd',
  pdf: 'pdf',
  txt: 'txt',
  code:
    'ass astro bash bat c cc cfg clj cmake cmd conf cpp cs css cjs dart diff dockerfile env erl ex exs go gradle ' +
    'graphql groovy h hpp hs html htm ini java js json json5 jsonl jsx kt less log lua m makefile mjs mm patch php pl ' +
    'plist properties proto ps1 py r rb rs sass scala scss sh sql srt svelte swift tex toml ts tsx vb vtt vue xml yaml ' +
    'yml zsh',
  media: 'mp3 wav mp4 flv avi mov wmv mkv 3gp rm',
  xmind: 'xmind',
  axure: 'rp',
};
const BY_EXT = new Map(Object.entries(KINDS).flatMap(([kind, list]) => list.split(' ').map((ext) => [ext, kind])));

export const driveTypeOf = (ext: string): string => BY_EXT.get(ext.toLowerCase()) ?? '';

/** Kinds that are edited in the file area. */
const WRITABLE = new Set(['document', 'drawing', 'mind', 'sheet', 'txt', 'code']);
export const isWritable = (type: string): boolean => WRITABLE.has(type);

/** Drawings, mind maps and spreadsheets: their content is JSON, which nobody reads as a text. */
export const isDrawn = (type: string): type is 'drawing' | 'mind' | 'sheet' =>
  type === 'drawing' || type === 'mind' || type === 'sheet';

/** New files by their type, with the extension of their name. */
export const EXT_OF_NEW = {
  ...{ folder: '', document: 'md', drawing: 'excalidraw', mind: 'mind', sheet: 'sheet' },
  ...{ word: 'docx', excel: 'xlsx', ppt: 'pptx' },
} as const;
/** Office files, which are created where an office server edits them. */
export const OFFICE_TYPES = ['word', 'excel', 'ppt'] as const;
export type OfficeType = (typeof OFFICE_TYPES)[number];
export const isOfficeType = (type: string): type is OfficeType => OFFICE_TYPES.some((each) => each === type);
export type NewType = keyof typeof EXT_OF_NEW;

export const fullName = ({ name, ext }: { name: string; ext: string }): string => (ext ? `${name}.${ext}` : name);

interface Named {
  id: number;
  name: string;
  ext: string;
  type: string;
}

/** Folders before files, each by their name as people of the locale order it, with numbers by their value. */
export const inNameOrder = <F extends Named>(files: readonly F[], locale: string): F[] =>
  firstByName(files, locale, files.length);

/** The first ones of that order. Of thousands, most are compared once. */
export function firstByName<F extends Named>(files: readonly F[], locale: string, take: number): F[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  // Joining name and extension in each comparison would take as long as the rest.
  const named = files.map((file) => ({ file, name: fullName(file), rank: Number(file.type !== 'folder') }));
  const order = (a: (typeof named)[number], b: (typeof named)[number]) =>
    a.rank - b.rank || compare(a.name, b.name) || a.file.id - b.file.id;
  const first = named.slice(0, take).sort(order);
  for (const each of named.slice(take)) {
    const last = first.at(-1);
    if (!last || order(each, last) > 0) continue;
    first.pop();
    let [from, until] = [0, first.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      if (order(first[middle] ?? each, each) < 0) from = middle + 1;
      else until = middle;
    }
    first.splice(from, 0, each);
  }
  return first.map(({ file }) => file);
}

/** Characters that are invalid in names on other systems. */
export const BAD_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/u;
