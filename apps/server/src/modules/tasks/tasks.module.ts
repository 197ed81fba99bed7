import { fileOwners } from '#modules/files/owners.service';
import { recentKinds } from '#modules/recents/kinds.service';
import type { Module } from '#platform/module';
import { taskFiles } from './details/fileOwner.service.ts';
import { registerTaskFiles } from './details/files.http.ts';
import { sendTaskNotifications } from './reading/notifications.service.ts';
import { recentTaskFiles, recentTasks } from './reading/recent.service.ts';
import { runAutomaticActions } from './schedule/automaticActions.service.ts';
import { taskRoutes } from './tasks.routes.ts';

export const tasksModule: Module = {
  name: 'tasks',
  routes: taskRoutes,
  http: registerTaskFiles,
  jobs: (app) => ({
    task_news: async (news) => void (await sendTaskNotifications(app, news as never)),
    tick_tasks: () => runAutomaticActions(app),
  }),
  schedules: ['* * * * * tick_tasks ?max=1'],
  contributions: [fileOwners.with(taskFiles), recentKinds.with(recentTasks), recentKinds.with(recentTaskFiles)],
};
