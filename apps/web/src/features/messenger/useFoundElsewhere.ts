import { type DialogHit, dialogSearch } from '@atrium/contract/search.ts';
import { useEffect, useState } from 'react';
import { client } from '#sync/session.ts';

const SEARCH_MS = 600;
const WORDS_MAX = 200;

/** What the server finds for the words once the typing rests: conversations, people and messages. */
export function useFoundElsewhere(query: string): { hits: readonly DialogHit[]; isSearching: boolean } {
  const words = query.trim().slice(0, WORDS_MAX);
  const [found, setFound] = useState<{ words: string; hits: readonly DialogHit[] }>({ words: '', hits: [] });
  useEffect(() => {
    if (!words) return;
    let isWanted = true;
    const take = (hits: readonly DialogHit[]) => isWanted && setFound({ words, hits });
    const timer = setTimeout(() => {
      // Without a network there is what is here.
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
