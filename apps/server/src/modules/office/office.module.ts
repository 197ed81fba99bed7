import * as contract from '@atrium/contract/files/office.ts';
import { settingGuards } from '#modules/system/settings.service';
import { read } from '#platform/http/route';
import type { Module } from '#platform/module';
import { registerOfficePage, registerWopi } from './office.http.ts';
import { deleteExpiredLocks } from './office.queries.ts';
import { listKinds, openInOffice, requireOfficeServer } from './office.service.ts';

/** Office files, edited by a server that an administrator names, through WOPI. */
export const officeModule: Module = {
  name: 'office',
  routes: [read(contract.officeKinds, listKinds), read(contract.officeOpen, openInOffice)],
  http(server, app) {
    registerWopi(server, app);
    registerOfficePage(server, app);
  },
  jobs: (app) => ({ forget_office_locks: () => deleteExpiredLocks(app.db, new Date()) }),
  contributions: [settingGuards.with(requireOfficeServer)],
  schedules: ['19 * * * * forget_office_locks'],
};
