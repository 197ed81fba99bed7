import type { Module } from '#platform/module';
import { favoriteRoutes } from './favorites.routes.ts';

export const favoritesModule: Module = {
  name: 'favorites',
  routes: favoriteRoutes,
};
