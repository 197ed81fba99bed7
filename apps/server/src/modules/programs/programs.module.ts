import type { Module } from '#platform/module';
import { deleteOldReplies } from './programs.queries.ts';
import { programRoutes } from './programs.routes.ts';
import { registerReplies } from './replies.http.ts';

/** Custom commands, buttons and forms in messages, and the answers of the programs behind them. */
export const programsModule: Module = {
  name: 'programs',
  routes: programRoutes,
  http: registerReplies,
  forgetOld: async ({ db }) => void (await deleteOldReplies(db)),
};
