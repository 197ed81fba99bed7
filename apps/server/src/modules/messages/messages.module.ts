import { fileOwners } from '#modules/files/owners.service';
import { recentKinds } from '#modules/recents/kinds.service';
import type { Module } from '#platform/module';
import { registerMessageFiles } from './download.http.ts';
import { messageFiles } from './fileOwner.service.ts';
import { messageRoutes } from './messages.routes.ts';
import { recentMessageFiles } from './recent.service.ts';
import { remindOfTodos } from './reminders.service.ts';

export const messagesModule: Module = {
  name: 'messages',
  routes: messageRoutes,
  http: registerMessageFiles,
  jobs: (app) => ({ remind_todos: () => remindOfTodos(app) }),
  schedules: ['* * * * * remind_todos ?max=1'],
  contributions: [fileOwners.with(messageFiles), recentKinds.with(recentMessageFiles)],
};
