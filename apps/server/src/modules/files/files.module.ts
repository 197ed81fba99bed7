import type { Module } from '#platform/module';
import { registerDownloads } from './files.http.ts';
import { fileRoutes } from './files.routes.ts';
import { collectFiles } from './files.service.ts';
import { storedFiles, storedKinds } from './stored.service.ts';

export const filesModule: Module = {
  name: 'files',
  routes: fileRoutes,
  http: registerDownloads,
  jobs: (app) => ({ collect_files: async () => void (await collectFiles(app)) }),
  schedules: ['*/10 * * * * collect_files'],
  contributions: [storedKinds.with(storedFiles)],
};
