/** Distance between neighbors after renumbering: determines how many halvings fit until the next renumbering. */
const GAP = 256;

/**
 * Ranks for rows in their wanted order, changing as few as possible.
 *
 * @param now current ranks in the wanted order; undefined for rows from elsewhere
 * @returns ascending ranks, one for each row
 */
export function placesFor(now: readonly (number | undefined)[]): number[] {
  const stays = longestRise(now);
  const places = now.map((sort, index) => (stays.has(index) ? sort : undefined));
  for (let from = 0; from < places.length; from++) {
    if (places[from] !== undefined) continue;
    let to = from;
    while (to < places.length && places[to] === undefined) to++;
    const between = spread(places[from - 1], places[to], to - from);
    // If there are no free numbers between, all rows are renumbered with gaps.
    if (!between) return now.map((_, index) => index * GAP);
    places.splice(from, between.length, ...between);
    from = to;
  }
  return places.map(Number);
}

/** Returns `count` whole numbers between two numbers, or beyond the only one; undefined if they do not fit. */
function spread(low: number | undefined, high: number | undefined, count: number): number[] | undefined {
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  if (low === undefined && high === undefined) return steps.map((step) => (step - 1) * GAP);
  if (low === undefined) return steps.map((step) => Number(high) - (count - step + 1) * GAP);
  if (high === undefined) return steps.map((step) => low + step * GAP);
  if (high - low <= count) return undefined;
  return steps.map((step) => low + Math.floor(((high - low) * step) / (count + 1)));
}

/** A longest ascending subsequence, whose ranks may stay: by patience sorting, n log n. */
function longestRise(now: readonly (number | undefined)[]): Set<number> {
  /** The last index of the best subsequence of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, sort] of now.entries()) {
    if (sort === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(now[ends[middle] ?? 0]) < sort) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const stays = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) stays.add(index);
  return stays;
}
