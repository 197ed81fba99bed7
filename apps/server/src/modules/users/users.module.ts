import type { Module } from '#platform/module';
import { warmDepartments } from './departmentNames.service.ts';
import { endStatuses, STATUS_JOB } from './status.service.ts';
import { userRoutes } from './users.routes.ts';

export const usersModule: Module = {
  name: 'users',
  routes: userRoutes,
  warmUp: warmDepartments,
  jobs: (app) => ({ [STATUS_JOB]: () => endStatuses(app) }),
  schedules: [`* * * * * ${STATUS_JOB} ?max=1`],
};
