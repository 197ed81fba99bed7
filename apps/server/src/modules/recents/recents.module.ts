import type { Module } from '#platform/module';
import { recentRoutes } from './recents.routes.ts';

export const recentsModule: Module = {
  name: 'recents',
  routes: recentRoutes,
};
