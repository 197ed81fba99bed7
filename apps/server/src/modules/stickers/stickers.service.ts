import { STICKER_SIZE, STICKERS, type Sticker, type stickerSearch } from '@atrium/contract/chat/stickers.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { View } from '#platform/work';
import { presentSticker } from './sets.service.ts';
import { findStickers } from './stickers.queries.ts';

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** Searches the built-in set and those of the workspace, nothing external. An empty text finds nothing. */
export async function searchStickers(
  { app, tx, caller }: View,
  { key }: InputOf<typeof stickerSearch>,
): Promise<{ list: Sticker[] }> {
  const wanted = plain(key);
  if (wanted === '') return { list: [] };
  const isMeant = (...names: string[]) => names.some((name) => plain(name).includes(wanted));
  const own = STICKERS.map((id) => ({ id, name: translate(caller.lang, `sticker.${id}`) }))
    .filter(({ id, name }) => isMeant(id, name, translate('en', `sticker.${id}`)))
    .map(({ id, name }) => ({
      name,
      src: `${app.publicUrl}/stickers/${id}.svg`,
      width: STICKER_SIZE,
      height: STICKER_SIZE,
    }));
  const uploaded = await findStickers(tx, wanted, FOUND_MAX);
  return { list: [...own, ...uploaded.map((row) => presentSticker(app.publicUrl, row))] };
}
const FOUND_MAX = 100;
