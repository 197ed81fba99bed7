import type { Module } from '#platform/module';
import { authRoutes } from './auth.routes.ts';
import { forgetCodes } from './auth.service.ts';

export const authModule: Module = {
  name: 'auth',
  routes: authRoutes,
  forgetOld: forgetCodes,
};
