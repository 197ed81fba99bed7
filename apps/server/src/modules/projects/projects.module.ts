import { accountCreated } from '#modules/auth/signUp/accountCreated.service';
import type { Module } from '#platform/module';
import { addPersonalProject } from './create.service.ts';
import { loadProjectMembers } from './projects.queries.ts';
import { projectRoutes } from './projects.routes.ts';

export const projectsModule: Module = {
  name: 'projects',
  routes: projectRoutes,
  members: {
    of: 'project',
    load:
      ({ db }) =>
      (id) =>
        loadProjectMembers(db, id),
  },
  contributions: [accountCreated.with(addPersonalProject)],
};
