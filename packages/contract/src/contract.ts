import { accountCalls, accountErrors } from './accounts.ts';
import { assistantCalls, assistantErrors, assistantEvents } from './assistants.ts';
import { checkinCalls, checkinErrors } from './checkin.ts';
import { departmentCalls, departmentErrors, departmentEvents } from './departments.ts';
import { dialogCalls, dialogErrors, dialogEvents } from './dialogs.ts';
import { draftCalls, draftEvents } from './drafts.ts';
import { driveCalls, driveErrors, driveEvents } from './drive.ts';
import { generalErrors } from './errors.ts';
import { exportCalls, exportErrors } from './exports.ts';
import { faceCalls } from './faces.ts';
import { favoriteCalls, favoriteErrors } from './favorites.ts';
import { fileCalls, fileErrors } from './files.ts';
import { flowCalls, flowErrors, flowEvents } from './flows.ts';
import { handoffCalls, handoffErrors } from './handoffs.ts';
import { importCalls, importErrors } from './imports.ts';
import { interpretedCalls, interpretedErrors } from './interpreted.ts';
import type { Call, ErrorSpec, EventKind } from './kit.ts';
import { locationErrors, msgSendlocation } from './locations.ts';
import { meetingCalls, meetingErrors } from './meetings.ts';
import { messageActCalls } from './messageActions.ts';
import { messageCalls, messageErrors, messageEvents } from './messages.ts';
import { notificationCalls, notificationErrors } from './notifications.ts';
import { personTagCalls, personTagErrors, personTagEvents } from './personTags.ts';
import { projectCalls, projectErrors, projectEvents } from './projects.ts';
import { qrCalls, qrErrors } from './qrLogin.ts';
import { recentCalls, recentErrors } from './recents.ts';
import { reportCalls, reportErrors, reportEvents } from './reports.ts';
import { searchCalls } from './search.ts';
import { stickerCalls, stickerErrors } from './stickers.ts';
import { syncCalls } from './sync.ts';
import { systemCalls, systemErrors } from './system.ts';
import { tagCalls, tagErrors, tagEvents } from './tags.ts';
import { taskMoreCalls, templateErrors } from './taskExtras.ts';
import { taskLinkCalls, taskLinkEvents } from './taskLinks.ts';
import { taskCalls, taskErrors, taskEvents } from './tasks.ts';
import { teamCalls, teamErrors } from './team.ts';
import { userCalls, userErrors, userEvents } from './users.ts';

/** Raise when the contract's hash moves (a test says so), with a line in CHANGELOG.md. */
export const PROTOCOL = 4;

/** Every call there is. What is not here does not exist. */
export const calls: readonly Call[] = [
  ...systemCalls,
  ...userCalls,
  ...qrCalls,
  ...accountCalls,
  ...personTagCalls,
  ...departmentCalls,
  ...projectCalls,
  ...flowCalls,
  ...tagCalls,
  ...taskCalls,
  ...taskMoreCalls,
  ...taskLinkCalls,
  ...handoffCalls,
  ...teamCalls,
  ...exportCalls,
  ...dialogCalls,
  ...messageCalls,
  ...messageActCalls,
  ...draftCalls,
  ...stickerCalls,
  ...faceCalls,
  msgSendlocation,
  ...interpretedCalls,
  ...favoriteCalls,
  ...recentCalls,
  ...notificationCalls,
  ...reportCalls,
  ...checkinCalls,
  ...fileCalls,
  ...driveCalls,
  ...assistantCalls,
  ...meetingCalls,
  ...searchCalls,
  ...syncCalls,
  ...importCalls,
];

export const allErrors = {
  ...generalErrors,
  ...systemErrors,
  ...userErrors,
  ...qrErrors,
  ...accountErrors,
  ...personTagErrors,
  ...departmentErrors,
  ...projectErrors,
  ...flowErrors,
  ...tagErrors,
  ...taskErrors,
  ...templateErrors,
  ...handoffErrors,
  ...teamErrors,
  ...exportErrors,
  ...dialogErrors,
  ...messageErrors,
  ...locationErrors,
  ...stickerErrors,
  ...interpretedErrors,
  ...favoriteErrors,
  ...recentErrors,
  ...notificationErrors,
  ...reportErrors,
  ...fileErrors,
  ...driveErrors,
  ...assistantErrors,
  ...checkinErrors,
  ...meetingErrors,
  ...importErrors,
} as const satisfies Record<string, ErrorSpec>;
export type ErrorCode = keyof typeof allErrors;

export const events: readonly EventKind[] = [
  ...userEvents,
  ...personTagEvents,
  ...departmentEvents,
  ...projectEvents,
  ...flowEvents,
  ...tagEvents,
  ...taskEvents,
  ...taskLinkEvents,
  ...dialogEvents,
  ...messageEvents,
  ...draftEvents,
  ...reportEvents,
  ...assistantEvents,
  ...driveEvents,
];
