import type { Module } from '#platform/module';
import { mailSetup } from './mail.service.ts';
import { preloadSettings } from './settings.service.ts';
import { systemRoutes } from './system.routes.ts';

export const systemModule: Module = {
  name: 'system',
  provides: { mailSetup },
  routes: systemRoutes,
  warmUp: preloadSettings,
};
