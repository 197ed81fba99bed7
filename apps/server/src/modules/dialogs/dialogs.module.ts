import type { Module } from '#platform/module';
import { dialogRoutes } from './dialogs.routes.ts';
import { loadDialogMembers } from './membership.service.ts';

export const dialogsModule: Module = {
  name: 'dialogs',
  routes: dialogRoutes,
  members: {
    of: 'dialog',
    load:
      ({ db }) =>
      (id) =>
        loadDialogMembers(db, id),
  },
};
