import * as contract from '@atrium/contract/workspace/favorites.ts';
import { type Route, read, write } from '#platform/http/route';
import * as favorites from './favorites.service.ts';

export const favoriteRoutes: Route[] = [
  read(contract.favoriteList, favorites.listFavorites),
  write(contract.favoriteToggle, favorites.toggleFavorite),
  write(contract.favoriteRemark, favorites.remarkFavorite),
  read(contract.favoriteCheck, favorites.checkFavorite),
  write(contract.favoriteClean, favorites.cleanFavorites),
];
