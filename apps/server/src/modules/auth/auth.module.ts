import { countActive } from '#modules/users/users.service';
import type { Module } from '#platform/module';
import { createFirstAdmin } from './admin.service.ts';
import { authRoutes } from './auth.routes.ts';
import { forgetCodes } from './auth.service.ts';

export const authModule: Module = {
  name: 'auth',
  provides: { createFirstAdmin, hasAccounts: async ({ db }) => (await countActive(db)) > 0 },
  routes: authRoutes,
  forgetOld: forgetCodes,
};
