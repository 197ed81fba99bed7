import { secretFields } from '#modules/system/sealedSettings.service';
import { statusChecks } from '#modules/system/status.service';
import type { Module } from '#platform/module';
import { notificationRoutes } from './notifications.routes.ts';
import { pushFollower, pushTasks } from './push.service.ts';
import { pushStatus } from './pushSetting.service.ts';
import { mailUnread, mailUnreadMessages, UNREAD_JOB } from './unreadMails/unreadMails.service.ts';
import { registerUnsubscribe } from './unreadMails/unsubscribe.http.ts';
import { SECRET_SECTION } from './unreadMails/unsubscribe.service.ts';

export const notificationsModule: Module = {
  name: 'notifications',
  routes: notificationRoutes,
  http: registerUnsubscribe,
  jobs: (app) => ({
    ...pushTasks(app),
    look_for_unread: () => mailUnreadMessages(app),
    [UNREAD_JOB]: (payload) => mailUnread(app, payload),
  }),
  outgoing: ['push', 'push_again', UNREAD_JOB],
  schedules: ['* * * * * look_for_unread ?max=1'],
  followers: [pushFollower],
  contributions: [
    statusChecks.with({ name: 'push', check: pushStatus }),
    secretFields.with({ section: 'push_keys', fields: ['privateKey'], isGenerated: true }),
    secretFields.with({ section: SECRET_SECTION, fields: ['secret'], isGenerated: true }),
  ],
};
