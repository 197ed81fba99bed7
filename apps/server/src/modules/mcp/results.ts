import { PART_CHARS } from './tools.ts';

/** Fields that only screens need. */
const LEFT_OUT = new Set([
  'avatar',
  'first_page_url',
  'last_page_url',
  'next_page_url',
  'path',
  'pinyin',
  'prev_page_url',
  'userimg',
]);

export const textOf = (data: unknown): string =>
  JSON.stringify(data, (key, value: unknown) => (LEFT_OUT.has(key) ? undefined : value));

/** A part of a long text, and the parameters for the next one. Null if there is no such part. */
export function partOf(text: string, part: number): { text: string; hint: string } | null {
  const parts = Math.max(1, Math.ceil(text.length / PART_CHARS));
  if (part > parts) return null;
  const hint = parts > 1 ? `This is part ${part} of ${parts}. Ask for less (pagesize), or for another part.` : '';
  return { text: text.slice((part - 1) * PART_CHARS, part * PART_CHARS).toWellFormed(), hint };
}
