import type { Module } from '#platform/module';
import { personTagRoutes } from './personTags.routes.ts';

export const personTagsModule: Module = {
  name: 'personTags',
  routes: personTagRoutes,
};
