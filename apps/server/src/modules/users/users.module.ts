import type { Module } from '#platform/module';
import { warmDepartments } from './departmentNames.service.ts';
import { userRoutes } from './users.routes.ts';

export const usersModule: Module = {
  name: 'users',
  routes: userRoutes,
  warmUp: warmDepartments,
};
