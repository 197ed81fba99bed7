import type { Module } from '#platform/module';
import { uploadRoutes } from './uploads.routes.ts';
import { collectUploads } from './uploads.service.ts';

export const uploadsModule: Module = {
  name: 'uploads',
  routes: uploadRoutes,
  jobs: (app) => ({ collect_uploads: async () => void (await collectUploads(app)) }),
  schedules: ['*/10 * * * * collect_uploads'],
};
