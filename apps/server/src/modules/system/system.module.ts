import type { Module } from '#platform/module';
import { preloadSettings } from './settings.service.ts';
import { systemRoutes } from './system.routes.ts';

export const systemModule: Module = {
  name: 'system',
  routes: systemRoutes,
  warmUp: preloadSettings,
};
