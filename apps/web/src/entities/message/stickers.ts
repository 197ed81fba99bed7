import { STICKER_SIZE, STICKERS, type Sticker, type StickerId, stickerSearch } from '@atrium/contract/stickers.ts';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

const sticker = (id: StickerId): Sticker => ({
  name: t(`sticker.${id}`),
  src: `/stickers/${id}.svg`,
  width: STICKER_SIZE,
  height: STICKER_SIZE,
});

/** The set that comes along: pictures of the client's own, which need no server. */
export const ownStickers = (): Sticker[] => STICKERS.map(sticker);

const KEY = 'sticker.recent';
const KEPT = 8;
const idOf = ({ src }: Sticker) => STICKERS.find((id) => src.endsWith(`/stickers/${id}.svg`));

function recentIds(): StickerId[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? STICKERS.filter((id) => kept.includes(id)).sort((a, b) => kept.indexOf(a) - kept.indexOf(b))
      : [];
  } catch {
    return [];
  }
}
/** The last ones sent, newest first. */
export const recentStickers = (): Sticker[] => recentIds().map(sticker);
export function noteSticker(sent: Sticker): void {
  const id = idOf(sent);
  if (id) localStorage.setItem(KEY, JSON.stringify([id, ...recentIds().filter((each) => each !== id)].slice(0, KEPT)));
}

/** What the workspace finds for words that have come to rest; the server knows them in every language. */
export function useFoundStickers(words: string) {
  const [found, setFound] = useState<{ key: string; list: readonly Sticker[]; problem: string }>({
    key: '',
    list: [],
    problem: '',
  });
  const key = words.trim();
  useEffect(() => {
    if (!key) return;
    let isCurrent = true;
    const take = (list: readonly Sticker[], problem: string) => isCurrent && setFound({ key, list, problem });
    client.api.call(stickerSearch, { key }).then(
      ({ list }) => take(list, ''),
      (error: unknown) => take([], wordsOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const isAsking = key !== '' && found.key !== key;
  return isAsking || !key ? { list: [], problem: '', isAsking } : { ...found, isAsking };
}
