import { fileOwners } from '#modules/files/owners.service';
import { recentKinds } from '#modules/recents/kinds.service';
import type { Module } from '#platform/module';
import { taskFiles } from './fileOwner.service.ts';
import { registerTaskFiles } from './files.http.ts';
import { bringNews } from './news.service.ts';
import { recentTaskFiles, recentTasks } from './recent.service.ts';
import { taskRoutes } from './tasks.routes.ts';
import { tickTasks } from './tick.service.ts';

export const tasksModule: Module = {
  name: 'tasks',
  routes: taskRoutes,
  http: registerTaskFiles,
  jobs: (app) => ({
    task_news: async (news) => void (await bringNews(app, news as never)),
    tick_tasks: () => tickTasks(app),
  }),
  schedules: ['* * * * * tick_tasks ?max=1'],
  contributions: [fileOwners.with(taskFiles), recentKinds.with(recentTasks), recentKinds.with(recentTaskFiles)],
};
