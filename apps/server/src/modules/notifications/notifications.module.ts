import type { Module } from '#platform/module';
import { notificationRoutes } from './notifications.routes.ts';
import { pushFollower, pushTasks } from './push.service.ts';

export const notificationsModule: Module = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: pushTasks,
  followers: [pushFollower],
};
