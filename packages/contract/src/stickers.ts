import { type Static, Type } from 'typebox';
import { Count, call, Line } from './kit.ts';

/** The set that comes with every workspace. Pictures are `stickers/<id>.svg` of the web client; names are texts `sticker.<id>`. */
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
/** Pixels of a side. */
export const STICKER_SIZE = 240;

export const Sticker = Type.Object({ name: Type.String(), src: Type.String(), width: Count(), height: Count() });
export type Sticker = Static<typeof Sticker>;

export const stickerSearch = call('dialog/sticker/search', {
  summary: 'Stickers that answer the words, by their names in the caller’s language or in English.',
  access: 'user',
  input: Type.Object({ key: Line({ maxLength: 100 }) }),
  output: Type.Object({ list: Type.Array(Sticker) }),
});
