import type { Module } from '#platform/module';
import { endMeetings } from './closing.service.ts';
import { meetingRoutes } from './meetings.routes.ts';
import { registerMeetingSocket } from './meetings.socket.ts';

export const meetingsModule: Module = {
  name: 'meetings',
  routes: meetingRoutes,
  sockets: registerMeetingSocket,
  jobs: (app) => ({ end_meetings: () => endMeetings(app) }),
  schedules: ['*/10 * * * * end_meetings ?max=1'],
};
