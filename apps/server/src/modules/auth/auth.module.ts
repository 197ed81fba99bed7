import { settingGuards } from '#modules/system/settings.service';
import { mailNotice, NOTICE_JOB } from '#modules/users/notices.service';
import { countActive } from '#modules/users/users.service';
import type { Module } from '#platform/module';
import { createFirstAdmin } from './admin.service.ts';
import { authRoutes } from './auth.routes.ts';
import { forgetCodes } from './auth.service.ts';
import { keepAdminIn, sealSeeds } from './factors/factors.service.ts';
import { mailReset, RESET_JOB } from './passwords/reset.service.ts';
import { keepAddress } from './passwords/unlock.service.ts';
import { mailSignUp, SIGN_UP_JOB } from './signUp/signUp.service.ts';

export const authModule: Module = {
  name: 'auth',
  provides: { createFirstAdmin, hasAccounts: async ({ db }) => (await countActive(db)) > 0 },
  routes: authRoutes,
  jobs: (app) => ({
    [RESET_JOB]: (payload) => mailReset(app, payload),
    [SIGN_UP_JOB]: (payload) => mailSignUp(app, payload),
    [NOTICE_JOB]: (payload) => mailNotice(app, payload),
  }),
  outgoing: [RESET_JOB, SIGN_UP_JOB, NOTICE_JOB],
  contributions: [settingGuards.with(keepAdminIn)],
  // Commands build the app too, but with another address.
  async recover(app) {
    await sealSeeds(app);
    await keepAddress(app);
  },
  forgetOld: forgetCodes,
};
