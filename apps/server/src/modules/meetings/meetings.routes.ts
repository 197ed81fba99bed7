import * as contract from '@atrium/contract/chat/meetings.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as meetings from './meetings.service.ts';

export const meetingRoutes: Route[] = [
  direct(contract.meetingOpen, meetings.openMeeting),
  write(contract.meetingLink, meetings.linkTo),
  read(contract.meetingTourist, meetings.findTourist),
  write(contract.meetingInvitation, meetings.inviteToMeeting),
  direct(contract.meetingSetting, meetings.setMeeting),
];
