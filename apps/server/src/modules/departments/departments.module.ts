import type { Module } from '#platform/module';
import { departmentRoutes } from './departments.routes.ts';

export const departmentsModule: Module = {
  name: 'departments',
  routes: departmentRoutes,
};
