import { secretFields } from '#modules/system/sealedSettings.service';
import { statusChecks } from '#modules/system/status.service';
import type { Actor } from '#platform/audit';
import type { Module } from '#platform/module';
import { deleteOldBackupRows } from './backups.queries.ts';
import { backupRoutes } from './backups.routes.ts';
import {
  mailWarning,
  planBackup,
  registerGauges,
  startBackup,
  statusOf,
  stopBackup,
  WARN_JOB,
  warnOfMissing,
} from './schedule.service.ts';

export const backupsModule: Module = {
  name: 'backups',
  routes: backupRoutes,
  warmUp: async (app) => registerGauges(app),
  jobs: (app) => ({
    make_backup: (payload) => startBackup(app, (payload as { by?: Actor }).by),
    plan_backup: () => planBackup(app),
    [WARN_JOB]: (payload) => mailWarning(app, payload),
    warn_backup: () => warnOfMissing(app),
  }),
  outgoing: [WARN_JOB, 'make_backup'],
  schedules: ['*/5 * * * * plan_backup', '41 * * * * warn_backup'],
  forgetOld: ({ db }) => deleteOldBackupRows(db),
  contributions: [
    statusChecks.with({ name: 'backup', check: statusOf }),
    secretFields.with({ section: 'backup', fields: ['secret'] }),
  ],
  stop: stopBackup,
};
