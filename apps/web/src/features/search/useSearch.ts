import { useEffect, useState } from 'react';
import type { Kind } from './results.ts';
import { searchKind } from './search.actions.ts';
import { Searcher, type SearchView } from './searcher.ts';

/** Results for the text in the field. */
export function useSearch(text: string, tag: Kind | null): SearchView & { retry: () => void } {
  const [, setTurn] = useState(0);
  const [searcher] = useState(() => new Searcher(searchKind, () => setTurn((turn) => turn + 1)));
  useEffect(() => searcher.search(text, tag), [searcher, text, tag]);
  useEffect(() => () => searcher.stop(), [searcher]);
  return { ...searcher.view, retry: () => searcher.retry() };
}
