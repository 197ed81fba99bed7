import { systemBots } from '#modules/dialogs/systemBots.service';
import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { endMeetings } from './endEmptyMeetings.service.ts';
import { meetingRoutes } from './meetings.routes.ts';
import { registerMeetingSocket } from './meetings.socket.ts';
import { MEETING_BOT, meetingButtons } from './quick.service.ts';

export const meetingsModule: Module = {
  name: 'meetings',
  routes: meetingRoutes,
  sockets: registerMeetingSocket,
  jobs: (app) => ({ end_meetings: () => endMeetings(app) }),
  schedules: ['*/10 * * * * end_meetings ?max=1'],
  contributions: [
    systemBots.with({ email: MEETING_BOT, buttons: (_app, lang) => meetingButtons(lang) }),
    secretFields.with({ section: 'meeting_secret', fields: ['secret'], isGenerated: true }),
  ],
};
