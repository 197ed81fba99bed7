import { accountCreated } from '#modules/auth/signUp/accountCreated.service';
import { settingsOf } from '#modules/system/settings.service';
import type { Module } from '#platform/module';
import { dialogRoutes } from './dialogs.routes.ts';
import { joinAllStaff, loadDialogMembers } from './members/membership.service.ts';

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
  contributions: [
    accountCreated.with(async (work, { userid }) => {
      if ((await settingsOf(work.app)).all_group_autoin === 'yes') await joinAllStaff(work, userid);
    }),
  ],
};
