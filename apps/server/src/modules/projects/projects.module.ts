import { accountCreated } from '#modules/auth/signUp/accountCreated.service';
import { departmentChanges } from '#modules/departments/departments.service';
import { settingsChanging } from '#modules/system/settings.service';
import { profileEdited } from '#modules/users/profileEdited.service';
import type { Module } from '#platform/module';
import { addPersonalProject } from './create.service.ts';
import { announceHeadsOfSetting, watchDepartments } from './heads.service.ts';
import { loadProjectMembers } from './projects.queries.ts';
import { projectRoutes } from './projects.routes.ts';
import { renamePersonalProject } from './projects.service.ts';

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
  contributions: [
    accountCreated.with(addPersonalProject),
    profileEdited.with(renamePersonalProject),
    departmentChanges.with(watchDepartments),
    settingsChanging.with(announceHeadsOfSetting),
  ],
};
