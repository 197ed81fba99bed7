import type { Module } from '#platform/module';
import { reportRoutes } from './reports.routes.ts';

export const reportsModule: Module = {
  name: 'reports',
  routes: reportRoutes,
};
