import * as contract from '@atrium/contract/chat/stickers.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as sets from './sets.service.ts';
import { searchStickers } from './stickers.service.ts';

export const stickerRoutes: Route[] = [
  read(contract.stickerSearch, searchStickers),
  read(contract.stickerSets, sets.listSets),
  write(contract.stickerSetSave, sets.saveSet),
  write(contract.stickerSetSort, sets.sortSets),
  write(contract.stickerSetDelete, sets.deleteSet),
  direct(contract.stickerAdd, sets.addSticker),
  write(contract.stickerDelete, sets.deleteSticker),
];
