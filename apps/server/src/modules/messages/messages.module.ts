import { dialogChanges } from '#modules/dialogs/members/memberChanges.service';
import { fileOwners } from '#modules/files/owners.service';
import { recentKinds } from '#modules/recents/kinds.service';
import type { Module } from '#platform/module';
import { remindOfTodos } from './marks/reminders.service.ts';
import { announceTodos } from './marks/todos.service.ts';
import { registerMessageFiles } from './media/download.http.ts';
import { messageFiles } from './media/fileOwner.service.ts';
import { messageRoutes } from './messages.routes.ts';
import { recentMessageFiles } from './recent.service.ts';

export const messagesModule: Module = {
  name: 'messages',
  routes: messageRoutes,
  http: registerMessageFiles,
  jobs: (app) => ({ remind_todos: () => remindOfTodos(app) }),
  schedules: ['* * * * * remind_todos ?max=1'],
  contributions: [
    dialogChanges.with(announceTodos),
    fileOwners.with(messageFiles),
    recentKinds.with(recentMessageFiles),
  ],
};
