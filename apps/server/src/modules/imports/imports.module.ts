import { storedKinds } from '#modules/files/storedFiles.service';
import type { Module } from '#platform/module';
import { importRoutes } from './imports.routes.ts';
import { storedImports } from './read/importFile.service.ts';
import { followStopRequests, recoverImports, stopDeadImports, stopImports } from './run.service.ts';

export const importsModule: Module = {
  name: 'imports',
  routes: importRoutes,
  warmUp: followStopRequests,
  recover: recoverImports,
  jobs: (app) => ({ stop_dead_imports: () => stopDeadImports(app) }),
  schedules: ['* * * * * stop_dead_imports ?max=1'],
  contributions: [storedKinds.with(storedImports)],
  stop: stopImports,
};
