/**
 * The display of a file: as Markdown, plain, highlighted code, a drawing, a mind map or a spreadsheet (all JSON).
 * `office` needs a program of its own, `preview` is everything else that can be viewed.
 */
export const FILE_MODES = ['md', 'text', 'code', 'drawing', 'mind', 'sheet', 'office', 'preview'] as const;
export type FileMode = (typeof FILE_MODES)[number];

/** Larger ones are only downloaded. */
export const WORDS_BYTES = 2 * 1024 * 1024;

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const MARKDOWN = list('md markdown');
const TEXT = list('text txt log csv tsv srt vtt');
const OFFICE = list('doc docx dot dotx odt ott rtf xls xlsx xlsm xlt xltx ods ots ppt pptx pps ppsx pot potx odp otp');
const CODE = list(
  'ass astro bash bat c cc cfg clj cmake cmd conf cpp cs css cjs dart diff dockerfile env erl ex exs go gradle ' +
    'graphql groovy h hpp hs html htm ini java js json json5 jsonl jsx kt less lua m makefile mjs mm patch php pl ' +
    'plist properties proto ps1 py r rb rs sass scala scss sh sql svelte swift tex toml ts tsx vb vue xml yaml yml zsh',
);

/** The mode of a file by its name; its content may still turn out not to be text. */
export function fileModeOf({ ext, size }: { ext: string; size: number }): FileMode {
  const kind = ext.toLowerCase();
  if (OFFICE.has(kind)) return 'office';
  if (size > WORDS_BYTES) return 'preview';
  if (MARKDOWN.has(kind)) return 'md';
  if (TEXT.has(kind)) return 'text';
  if (kind === 'excalidraw') return 'drawing';
  if (kind === 'mind' || kind === 'sheet') return kind;
  return CODE.has(kind) ? 'code' : 'preview';
}
