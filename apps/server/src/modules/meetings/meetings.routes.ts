import * as plans from '@atrium/contract/chat/meetingPlans.ts';
import * as contract from '@atrium/contract/chat/meetings.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as meetings from './meetings.service.ts';
import { listBusyTimes } from './plans/busy.service.ts';
import { changeOneDate, deletePlan, listDates, onePlan, savePlan } from './plans/plans.service.ts';

export const meetingRoutes: Route[] = [
  direct(contract.meetingOpen, meetings.openMeeting),
  write(contract.meetingLink, meetings.linkTo),
  read(contract.meetingTourist, meetings.findGuest),
  write(contract.meetingInvitation, meetings.inviteToMeeting),
  direct(contract.meetingSetting, meetings.setMeeting),
  direct(contract.meetingTest, meetings.testPorts),
  write(plans.meetingPlanSave, savePlan),
  write(plans.meetingPlanDate, changeOneDate),
  read(plans.meetingPlanOne, onePlan),
  read(plans.meetingPlanList, listDates),
  write(plans.meetingPlanDelete, deletePlan),
  read(plans.meetingBusy, listBusyTimes),
];
