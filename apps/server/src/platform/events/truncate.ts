/**
 * The beginning of a text: at most this many code units, and never half a surrogate pair. JSON columns refuse the half
 * that cutting an emoji leaves.
 */
export function truncate(text: string, most: number): string {
  const isHalf = text.length > most && /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isHalf ? most - 1 : most);
}
