import type { Module } from '#platform/module';
import { indexFollower } from './index.service.ts';
import { searchRoutes } from './search.routes.ts';

export const searchModule: Module = {
  name: 'search',
  routes: searchRoutes,
  followers: [indexFollower],
};
