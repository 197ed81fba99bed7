import { type DialogHit, dialogSearch, tagSearch } from '@atrium/contract/workspace/search.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/overlays/problem.ts';

const SEARCH_MS = 600;
const WORDS_MAX = 200;

/** Conversations, people and messages found by the server once typing pauses. */
export function useFoundElsewhere(query: string): { hits: readonly DialogHit[]; isSearching: boolean } {
  const words = query.trim().slice(0, WORDS_MAX);
  const [found, setFound] = useState<{ words: string; hits: readonly DialogHit[] }>({ words: '', hits: [] });
  useEffect(() => {
    if (!words) return;
    let isWanted = true;
    const take = (hits: readonly DialogHit[]) => isWanted && setFound({ words, hits });
    const timer = setTimeout(() => {
      // Without a network, only local results are shown.
      client.api.read(dialogSearch, { key: words }).then(take, () => take([]));
    }, SEARCH_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  const isCurrent = found.words === words;
  return { hits: words && isCurrent ? found.hits : [], isSearching: words !== '' && !isCurrent };
}

/**
 * The newest tagged messages, which are reloaded each time they are shown. Only those that match the query are
 * returned.
 */
export function useTagged(isShown: boolean, query: string): { tagged: readonly DialogHit[]; isLoading: boolean } {
  const [hits, setHits] = useState<readonly DialogHit[] | null>(null);
  useEffect(() => {
    if (!isShown) return;
    let isWanted = true;
    const take = (next: readonly DialogHit[]) => isWanted && setHits(next);
    client.api.read(tagSearch, {}).then(take, (error: unknown) => {
      take([]);
      showProblem(wordsOf(error));
    });
    return () => {
      isWanted = false;
      setHits(null);
    };
  }, [isShown]);
  const words = query.trim().toLowerCase();
  const tagged = (hits ?? []).filter(({ name, last_msg }) =>
    [name, last_msg?.msg.preview ?? ''].some((text) => text.toLowerCase().includes(words)),
  );
  return { tagged: isShown ? tagged : [], isLoading: isShown && hits === null };
}
