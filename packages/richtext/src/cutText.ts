/**
 * At most this many code points, cut between what a reader sees as characters: a family emoji or a letter with its
 * accent stays whole or is dropped.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const points = Array.from(text.slice(0, maxChars * 2 + 2));
  if (points.length <= maxChars) return text;
  const cut = points.slice(0, maxChars).join('');
  const whole = points.slice(0, maxChars + 1).join('');
  let end = 0;
  for (const { index, segment } of graphemes.segment(whole)) {
    if (index + segment.length <= cut.length) end = index + segment.length;
  }
  // A pile of accents longer than the limit has no good place to cut.
  return end > 0 ? cut.slice(0, end) : cut;
}

/** The same with a visible ellipsis: cut after a word if one ends near. */
export function cutAtWord(text: string, maxChars: number): string {
  const cut = cutText(text, maxChars);
  if (cut.length === text.length) return text;
  const space = cut.search(/\s\S*$/);
  const isBetween = /\s/.test(text[cut.length] ?? '') || space < cut.length / 2;
  return `${(isBetween ? cut : cut.slice(0, space)).trimEnd()}…`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
