import type { Module } from '#platform/module';
import { mailSetup } from './mail.service.ts';
import { secretFields } from './sealedSettings.service.ts';
import { preloadSettings, sealStoredSecrets } from './settings.service.ts';
import { systemRoutes } from './system.routes.ts';

export const systemModule: Module = {
  name: 'system',
  provides: { mailSetup },
  routes: systemRoutes,
  warmUp: preloadSettings,
  recover: sealStoredSecrets,
  contributions: [secretFields.with({ section: 'email', fields: ['password'] })],
};
