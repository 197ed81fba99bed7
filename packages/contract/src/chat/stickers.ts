import { type Static, Type } from 'typebox';
import { Count, call, errors, Id, Ids, Line, ListOf, MaybeId, Upload } from '../kit.ts';

/** The built-in set. Pictures are `stickers/<id>.svg` of the web client; names are texts `sticker.<id>`. */
export const STICKERS = [
  'hello',
  'thanks',
  'great',
  'love',
  'laugh',
  'party',
  'wow',
  'think',
  'busy',
  'coffee',
  'sleep',
  'cry',
] as const;
export type StickerId = (typeof STICKERS)[number];
/** Width and height in pixels. */
export const STICKER_SIZE = 240;

export const Sticker = Type.Object({ name: Type.String(), src: Type.String(), width: Count(), height: Count() });
export type Sticker = Static<typeof Sticker>;

export const stickerSearch = call('dialog/sticker/search', {
  summary: 'Finds stickers by their names in the caller’s language or in English.',
  access: 'user',
  input: Type.Object({ key: Line({ maxLength: 100 }) }),
  output: Type.Object({ list: Type.Array(Sticker) }),
});

/** A sticker of a workspace's own set, with a maximum size in bytes. */
export const SetSticker = Type.Object({ id: Id(), ...Sticker.properties });
export type SetSticker = Static<typeof SetSticker>;
export const StickerSet = Type.Object({ id: Id(), name: Type.String(), list: Type.Array(SetSticker) });
export type StickerSet = Static<typeof StickerSet>;

export const STICKER_MAX_BYTES = 2 * 1024 * 1024;
export const SETS_MAX = 50;
export const STICKERS_PER_SET = 200;
const NAME_MAX = 50;

export const stickerErrors = errors({
  'sticker.gone': { ret: 0 },
  'sticker.set_gone': { ret: 0 },
  'sticker.full': { ret: 0 },
  'sticker.sets_full': { ret: 0 },
});

export const stickerSets = call('dialog/sticker/sets', {
  summary: 'Lists the workspace’s sticker sets, in order.',
  access: 'user',
  output: Type.Object({ list: Type.Array(StickerSet) }),
});
export const stickerSetSave = call('dialog/sticker/set/save', {
  summary: 'Creates or renames a sticker set; `list` names its stickers and sets their order.',
  access: 'admin',
  input: Type.Object({
    id: MaybeId(),
    name: Line({ minLength: 1, maxLength: NAME_MAX }),
    /** Stickers of the set that are not listed keep their names and follow the others. */
    list: Type.Optional(
      ListOf(Type.Object({ id: Id(), name: Line({ minLength: 1, maxLength: NAME_MAX }) }), STICKERS_PER_SET),
    ),
  }),
  output: StickerSet,
  errors: ['sticker.set_gone', 'sticker.sets_full'],
});
export const stickerSetSort = call('dialog/sticker/set/sort', {
  summary: 'Sets the order of sticker sets.',
  access: 'admin',
  input: Type.Object({ ids: Ids(SETS_MAX) }),
  output: Type.Object({ list: Type.Array(StickerSet) }),
});
export const stickerSetDelete = call('dialog/sticker/set/delete', {
  summary: 'Deletes a sticker set; stickers that were sent stay.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['sticker.set_gone'],
});
export const stickerAdd = call('dialog/sticker/add', {
  summary: 'Adds an image to a sticker set; its file name becomes its name.',
  access: 'admin',
  input: Type.Object({ set_id: Id(), file: Upload({ maxBytes: STICKER_MAX_BYTES }) }),
  output: SetSticker,
  errors: ['sticker.set_gone', 'sticker.full', 'file.empty', 'file.not_picture', 'file.broken', 'file.pixels'],
});
export const stickerDelete = call('dialog/sticker/delete', {
  summary: 'Removes a sticker from its set; stickers that were sent stay.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['sticker.gone'],
});

export const stickerCalls = [
  stickerSearch,
  stickerSets,
  stickerSetSave,
  stickerSetSort,
  stickerSetDelete,
  stickerAdd,
  stickerDelete,
] as const;
