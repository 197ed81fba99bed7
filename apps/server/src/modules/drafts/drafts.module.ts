import type { Module } from '#platform/module';
import { deleteEmptied } from './drafts.queries.ts';
import { draftRoutes } from './drafts.routes.ts';

export const draftsModule: Module = {
  name: 'drafts',
  routes: draftRoutes,
  forgetOld: async ({ db }) => void (await deleteEmptied(db)),
};
