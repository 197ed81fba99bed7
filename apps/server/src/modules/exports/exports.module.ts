import { erasing } from '#modules/accounts/ownAccount.service';
import { storedKinds } from '#modules/files/storedFiles.service';
import type { Module } from '#platform/module';
import { ERASE_JOB, eraseContent, eraseNow, removeOwn } from './erase.service.ts';
import { registerExports } from './exports.http.ts';
import { exportRoutes } from './exports.routes.ts';
import { collectExports, runExport, storedExports } from './run.service.ts';

export const exportsModule: Module = {
  name: 'exports',
  routes: exportRoutes,
  http: registerExports,
  jobs: (app) => ({
    export_tasks: (order) => runExport(app, (order as { id: number }).id),
    [ERASE_JOB]: (order) => eraseContent(app, (order as { userid: number }).userid),
    collect_exports: () => collectExports(app),
  }),
  schedules: ['*/10 * * * * collect_exports'],
  contributions: [storedKinds.with(storedExports), erasing.with({ own: removeOwn, person: eraseNow })],
};
