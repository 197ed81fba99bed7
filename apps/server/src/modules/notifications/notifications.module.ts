import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { notificationRoutes } from './notifications.routes.ts';
import { pushFollower, pushTasks } from './push.service.ts';

export const notificationsModule: Module = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: pushTasks,
  followers: [pushFollower],
  contributions: [secretFields.with({ section: 'push_keys', fields: ['privateKey'], isGenerated: true })],
};
