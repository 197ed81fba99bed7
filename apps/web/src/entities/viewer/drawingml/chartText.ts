/** Width of a character relative to its height in common fonts. Chinese characters are as wide as they are high. */
const NARROW = 0.6;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/;

/** Estimates how wide a text is, in pixels. */
export const letters = (text: string, size: number): number =>
  [...text].reduce((sum, each) => sum + (WIDE.test(each) ? size : size * NARROW), 0);

/** Shortens a text to the space for it. */
export function clipped(text: string, room: number, size: number): string {
  if (letters(text, size) <= room) return text;
  let [kept, used] = ['', size * NARROW];
  for (const each of text) {
    used += WIDE.test(each) ? size : size * NARROW;
    if (used > room) break;
    kept += each;
  }
  return `${kept.trimEnd()}…`;
}
