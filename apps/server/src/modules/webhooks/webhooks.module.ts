import type { Module } from '#platform/module';
import { registerHooks } from './incoming.http.ts';
import { webhookRoutes } from './webhooks.routes.ts';

/** Secret addresses at which other programs post into conversations. */
export const webhooksModule: Module = {
  name: 'webhooks',
  routes: webhookRoutes,
  http: registerHooks,
};
