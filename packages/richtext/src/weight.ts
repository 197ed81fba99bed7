/** Text above this weight is sent as Markdown when the format is chosen automatically. */
export const MARKDOWN_THRESHOLD = 0.3;

/**
 * The degree to which a text looks like Markdown, 0 to 1. What people also write without meaning Markdown (one numbered
 * line, a lone `>`, `*` around a word) alone stays below the threshold.
 */
export function markdownWeight(text: string): number {
  const sample = text.slice(0, MAX_SAMPLE_CHARS);
  const lines = sample.split('\n');
  let weight = 0;
  for (const [pattern, each, atMost] of lineSigns) {
    weight += Math.min(atMost, each * lines.filter((line) => pattern.test(line)).length);
  }
  for (const [pattern, each, atMost] of inlineSigns) {
    weight += Math.min(atMost, each * (sample.match(pattern)?.length ?? 0));
  }
  return Math.min(1, Math.round(weight * 100) / 100);
}

const MAX_SAMPLE_CHARS = 20_000;

// Pattern, weight of each match, and maximum. All bounded, so that no text makes them slow.
const lineSigns: readonly [RegExp, number, number][] = [
  [/^ {0,3}#{1,6} \S/, 0.35, 0.6],
  [/^ {0,3}(?:`{3}|~{3})/, 0.3, 0.6],
  [/^ {0,3}\|?[ :]{0,9}-{2,99}[ :|-]{0,99}\|[ :|-]{0,99}$/, 0.6, 0.6],
  [/^ {0,12}[-*+] \[[ xX]\] \S/, 0.35, 0.6],
  [/^ {0,12}(?:[-*+]|\d{1,4}[.)]) \S/, 0.16, 0.5],
  [/^ {0,3}> ?\S/, 0.16, 0.4],
  [/^ {0,3}(?:-{3,99}|\*{3,99}|_{3,99})[ \t]{0,9}$/, 0.15, 0.3],
  [/^:::[ \t]+(?:reasoning|create-(?:sub)?task-list)\b/, 0.6, 0.6],
];
const inlineSigns: readonly [RegExp, number, number][] = [
  [/\*\*[^\s*][^*\n]{0,500}\*\*/g, 0.32, 0.6],
  [/__[^\s_][^_\n]{0,500}__/g, 0.2, 0.4],
  [/~~[^\s~][^~\n]{0,500}~~/g, 0.32, 0.5],
  [/`[^`\n]{1,500}`/g, 0.2, 0.5],
  [/!?\[[^\][\n]{1,300}\]\([^()\s]{1,500}\)/g, 0.4, 0.8],
  [/\$\$[^$]{1,500}\$\$/g, 0.32, 0.5],
  [/(?<![\w*])\*[^\s*][^*\n]{0,200}\*(?![\w*])/g, 0.15, 0.3],
];
