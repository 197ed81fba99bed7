import type { Module } from '#platform/module';
import { importRoutes } from './imports.routes.ts';
import { recoverImports, stopImports } from './run.service.ts';

export const importsModule: Module = {
  name: 'imports',
  routes: importRoutes,
  recover: recoverImports,
  stop: stopImports,
};
