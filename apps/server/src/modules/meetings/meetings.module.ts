import { departures } from '#modules/accounts/accounts.service';
import { systemBots } from '#modules/dialogs/systemBots.service';
import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { MEETING_BOT, meetingButtons } from './chatButtons.service.ts';
import { endMeetings } from './endEmptyMeetings.service.ts';
import { meetingRoutes } from './meetings.routes.ts';
import { registerMeetingSocket } from './meetings.socket.ts';
import { MAIL_JOB, mailPlan } from './plans/invite.service.ts';
import { passPlans } from './plans/plans.service.ts';
import { endPlans, remindOfPlans } from './plans/remind.service.ts';

export const meetingsModule: Module = {
  name: 'meetings',
  routes: meetingRoutes,
  sockets: registerMeetingSocket,
  jobs: (app) => ({
    end_meetings: async () => {
      await endMeetings(app);
      await endPlans(app);
    },
    remind_of_meetings: () => remindOfPlans(app),
    [MAIL_JOB]: (payload) => mailPlan(app, payload),
  }),
  outgoing: [MAIL_JOB],
  schedules: ['*/10 * * * * end_meetings ?max=1', '* * * * * remind_of_meetings'],
  contributions: [
    departures.with(passPlans),
    systemBots.with({ email: MEETING_BOT, buttons: (_app, lang) => meetingButtons(lang) }),
    secretFields.with({ section: 'meeting_secret', fields: ['secret'], isGenerated: true }),
  ],
};
