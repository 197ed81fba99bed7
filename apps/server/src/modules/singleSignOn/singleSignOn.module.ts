import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { SSO_SECTION } from './providers.service.ts';
import { singleSignOnRoutes } from './singleSignOn.routes.ts';

export const singleSignOnModule: Module = {
  name: 'singleSignOn',
  routes: singleSignOnRoutes,
  contributions: [secretFields.with({ section: SSO_SECTION, fields: ['client_secret'] })],
};
