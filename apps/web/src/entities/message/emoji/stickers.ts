import {
  STICKER_SIZE,
  STICKERS,
  type Sticker,
  type StickerId,
  type StickerSet,
  stickerSearch,
  stickerSets,
} from '@atrium/contract/chat/stickers.ts';
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

/** The built-in set: pictures of the client itself, which need no server. */
export const ownStickers = (): Sticker[] => STICKERS.map(sticker);

/** Changes a sticker's address to this page's own origin, because the workspace's configured address may differ. */
const fromHere = <S extends Sticker>(each: S): S => ({ ...each, src: new URL(each.src, location.origin).pathname });

/** The last known sets of the workspace, which are shown at once and refreshed with every panel. */
let known: readonly StickerSet[] = [];
export function useStickerSets(isWanted: boolean): readonly StickerSet[] {
  const [sets, setSets] = useState(known);
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    client.api
      .read(stickerSets, {})
      .then(({ list }) => {
        known = list.map((set) => ({ ...set, list: set.list.map(fromHere) }));
        if (isShown) setSets(known);
      })
      // If the request fails, the built-in ones remain.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [isWanted]);
  return sets;
}

const KEY = 'sticker.recent';
const KEPT = 8;
/** The mark of a sticker: the word of a built-in one, otherwise the end of its address. */
const markOf = ({ src }: Sticker) =>
  STICKERS.find((id) => src.endsWith(`/stickers/${id}.svg`)) ?? src.slice(src.lastIndexOf('/sticker/') + 1);

function recentMarks(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((mark) => typeof mark === 'string') : [];
  } catch {
    return [];
  }
}
/** Recently sent stickers, newest first, if they still exist. */
export function recentStickers(sets: readonly StickerSet[]): Sticker[] {
  const all = [...ownStickers(), ...sets.flatMap(({ list }) => list)];
  return recentMarks().flatMap((mark) => all.find((each) => markOf(each) === mark) ?? []);
}
export function noteSticker(sent: Sticker): void {
  const mark = markOf(sent);
  const marks = [mark, ...recentMarks().filter((each) => each !== mark)].slice(0, KEPT);
  localStorage.setItem(KEY, JSON.stringify(marks));
}

/** The workspace's results for debounced words; the server knows them in every language. */
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
      ({ list }) => take(list.map(fromHere), ''),
      (error: unknown) => take([], wordsOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const isAsking = key !== '' && found.key !== key;
  return isAsking || !key ? { list: [], problem: '', isAsking } : { ...found, isAsking };
}
