import type { Module } from '#platform/module';
import { accountRoutes } from './accounts.routes.ts';

export const accountsModule: Module = {
  name: 'accounts',
  routes: accountRoutes,
};
