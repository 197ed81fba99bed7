import { storedKinds } from '#modules/files/stored.service';
import type { Module } from '#platform/module';
import { importRoutes } from './imports.routes.ts';
import { keptFiles } from './read/keptFile.service.ts';
import { recoverImports, stopImports } from './run.service.ts';

export const importsModule: Module = {
  name: 'imports',
  routes: importRoutes,
  recover: recoverImports,
  contributions: [storedKinds.with(keptFiles)],
  stop: stopImports,
};
