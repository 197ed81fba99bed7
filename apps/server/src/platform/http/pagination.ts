import { unixSeconds } from '../time/time.ts';
import type { View } from '../work.ts';

interface Slice<T> {
  rows: T[];
  /** Number of all rows. */
  total: number;
  page: number;
  size: number;
  deleted_id?: number[];
  total_all?: number;
}

/** A page in the format that every client of this API knows. */
export function pageOf<T>(view: View, path: string, { rows, total, page, size, ...extra }: Slice<T>) {
  const last = Math.max(1, Math.ceil(total / size));
  const url = (number: number) => `${view.app.publicUrl}/api/${path}?page=${number}`;
  const from = (page - 1) * size + 1;
  return {
    data: rows,
    current_page: page,
    per_page: size,
    last_page: last,
    total,
    from: rows.length > 0 ? from : null,
    to: rows.length > 0 ? from + rows.length - 1 : null,
    first_page_url: url(1),
    last_page_url: url(last),
    next_page_url: page < last ? url(page + 1) : null,
    prev_page_url: page > 1 ? url(page - 1) : null,
    path: `${view.app.publicUrl}/api/${path}`,
    time: unixSeconds(view.now),
    ...extra,
  };
}
