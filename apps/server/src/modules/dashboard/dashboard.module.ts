import type { Module } from '#platform/module';
import { dashboardRoutes } from './dashboard.routes.ts';

export const dashboardModule: Module = {
  name: 'dashboard',
  routes: dashboardRoutes,
};
