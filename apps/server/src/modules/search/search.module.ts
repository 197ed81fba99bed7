import type { Module } from '#platform/module';
import { searchRoutes } from './search.routes.ts';

export const searchModule: Module = {
  name: 'search',
  routes: searchRoutes,
};
