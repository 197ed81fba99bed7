import type { InputOf } from '@atrium/contract/kit.ts';
import { STICKER_SIZE, STICKERS, type Sticker, type stickerSearch } from '@atrium/contract/stickers.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { View } from '#platform/work';

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** The workspace's own set; nothing is asked of the outside. No words find nothing. */
export async function searchStickers(
  { app, caller }: View,
  { key }: InputOf<typeof stickerSearch>,
): Promise<{ list: Sticker[] }> {
  const wanted = plain(key);
  const found = STICKERS.map((id) => ({ id, name: translate(caller.lang, `sticker.${id}`) })).filter(
    ({ id, name }) =>
      wanted !== '' && [id, name, translate('en', `sticker.${id}`)].some((each) => plain(each).includes(wanted)),
  );
  return {
    list: found.map(({ id, name }) => ({
      name,
      src: `${app.publicUrl}/stickers/${id}.svg`,
      width: STICKER_SIZE,
      height: STICKER_SIZE,
    })),
  };
}
