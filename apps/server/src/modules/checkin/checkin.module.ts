import { systemBots } from '#modules/dialogs/systemBots.service';
import { features } from '#modules/system/permits.service';
import { secretFields } from '#modules/system/sealedSettings.service';
import { workspaceZones } from '#modules/tasks/schedule/zone.service';
import { directoryDetails } from '#modules/users/directoryDetails.service';
import type { Module } from '#platform/module';
import { punchFollower } from './bot.service.ts';
import { quickMsgs } from './chatButtons.service.ts';
import { registerCheckin } from './checkin.http.ts';
import { checkinRoutes } from './checkin.routes.ts';
import { checkinDetails } from './directory.service.ts';
import { remindOfCheckins } from './reminders.service.ts';
import { CHECKIN_BOT, checkinBot, checkinOf, isCheckinOpen, preloadCheckin } from './setting.service.ts';

export const checkinModule: Module = {
  name: 'checkin',
  routes: checkinRoutes,
  http: registerCheckin,
  warmUp: preloadCheckin,
  jobs: (app) => ({ remind_checkins: () => remindOfCheckins(app) }),
  schedules: ['* * * * * remind_checkins ?max=1'],
  followers: [punchFollower],
  contributions: [
    systemBots.with({ email: CHECKIN_BOT, buttons: quickMsgs, alwaysOpen: checkinBot }),
    features.with({ name: 'checkin', isOpen: isCheckinOpen }),
    directoryDetails.with(checkinDetails),
    workspaceZones.with((app) => checkinOf(app).timezone),
    secretFields.with({ section: 'checkin', fields: ['key', 'face_key'] }),
  ],
};
