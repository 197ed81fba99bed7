import type { Module } from '#platform/module';
import { punchFollower } from './bot.service.ts';
import { registerCheckin } from './checkin.http.ts';
import { checkinRoutes } from './checkin.routes.ts';
import { remindOfCheckins } from './reminders.service.ts';
import { warmCheckin } from './setting.service.ts';

export const checkinModule: Module = {
  name: 'checkin',
  routes: checkinRoutes,
  http: registerCheckin,
  warmUp: warmCheckin,
  jobs: (app) => ({ remind_checkins: () => remindOfCheckins(app) }),
  schedules: ['* * * * * remind_checkins ?max=1'],
  followers: [punchFollower],
};
