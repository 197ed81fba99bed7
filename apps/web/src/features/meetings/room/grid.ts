/** The number of tiles up to which they shrink. With more, tiles keep their size and are scrolled. */
const AT_ONCE = 12;

export interface Grid {
  columns: number;
  rows: number;
  isScrolled: boolean;
}

/** The best grid for a number of tiles: as many columns as rows on a wide window, one column on a narrow one. */
export function gridOf(count: number, isNarrow: boolean): Grid {
  const shown = Math.max(1, Math.min(count, AT_ONCE));
  const columns = isNarrow ? (shown <= 2 ? 1 : 2) : Math.ceil(Math.sqrt(shown));
  return { columns, rows: Math.ceil(shown / columns), isScrolled: count > AT_ONCE };
}
