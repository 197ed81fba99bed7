/**
 * The beginning of a text: at most so many code units, and never half a sign. JSON columns refuse the half that cutting an
 * emoji in two leaves.
 */
export function cut(text: string, most: number): string {
  const isHalf = text.length > most && /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isHalf ? most - 1 : most);
}
