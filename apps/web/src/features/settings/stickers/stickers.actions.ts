import {
  type StickerSet,
  stickerAdd,
  stickerDelete,
  stickerSetDelete,
  stickerSetSave,
  stickerSetSort,
  stickerSets,
} from '@atrium/contract/chat/stickers.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readSets = async (): Promise<StickerSet[]> => (await client.api.read(stickerSets, {})).list;

/** Resolves with false if it was refused, after showing the error. */
async function done(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
export const saveSet = (input: InputOf<typeof stickerSetSave>) => done(client.api.call(stickerSetSave, input));
export const deleteSet = (id: number) => done(client.api.call(stickerSetDelete, { id }));
export const sortSets = (ids: number[]) => done(client.api.call(stickerSetSort, { ids }));
export const deleteSticker = (id: number) => done(client.api.call(stickerDelete, { id }));

/** Adds a sticker. Resolves with the error text, or ''. */
export async function addSticker(setId: number, file: File): Promise<string> {
  try {
    await client.api.upload(stickerAdd, {
      fields: { set_id: String(setId) },
      file: { field: 'file', name: file.name, content: file },
      onProgress: () => {},
    });
    return '';
  } catch (error) {
    return `${file.name}: ${wordsOf(error)}`;
  }
}

/** The list with one item moved by some places; unchanged at the end. */
export function movedInList<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.max(0, Math.min(list.length - 1, from + by));
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}
