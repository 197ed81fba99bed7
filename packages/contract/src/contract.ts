import type { Static } from 'typebox';
import { approvalCalls, approvalErrors, approvalEvents } from './approvals/approvals.ts';
import { actionCalls, actionErrors } from './chat/actions.ts';
import { writingCalls, writingErrors } from './chat/aiWriting.ts';
import { assistantSettingCalls } from './chat/assistantSettings.ts';
import { assistantCalls, assistantErrors, assistantEvents } from './chat/assistants.ts';
import { botCalls, botErrors } from './chat/bots.ts';
import { commandCalls, commandErrors } from './chat/commands.ts';
import { complaintCalls, complaintErrors } from './chat/complaints.ts';
import { dialogCalls, dialogErrors, dialogEvents } from './chat/dialogs.ts';
import { draftCalls, draftEvents } from './chat/drafts.ts';
import { languageServiceCalls, languageServiceErrors } from './chat/languageServices.ts';
import { locationErrors, msgSendlocation } from './chat/locations.ts';
import { meetingPlanCalls, meetingPlanErrors, meetingPlanEvents } from './chat/meetingPlans.ts';
import { meetingCalls, meetingErrors } from './chat/meetings.ts';
import { messageActionCalls } from './chat/messageActions.ts';
import { messageCalls, messageErrors, messageEvents } from './chat/messages.ts';
import { stickerCalls, stickerErrors } from './chat/stickers.ts';
import { subscriptionCalls, subscriptionErrors } from './chat/subscriptions.ts';
import { webhookCalls, webhookErrors } from './chat/webhooks.ts';
import { generalErrors } from './errors.ts';
import { binCalls } from './files/bin.ts';
import { davCalls, davErrors } from './files/dav.ts';
import { detailsCalls, detailsErrors } from './files/details.ts';
import { documentCalls, documentErrors } from './files/documents.ts';
import { driveCalls, driveErrors, driveEvents } from './files/drive.ts';
import { exportCalls, exportErrors } from './files/exports.ts';
import { fileCalls, fileErrors } from './files/files.ts';
import { importCalls, importErrors } from './files/imports.ts';
import { officeCalls, officeErrors } from './files/office.ts';
import { shareTargetCalls } from './files/shareTargets.ts';
import type { Call, ErrorSpec, EventKind } from './kit.ts';
import { accessTokenCalls, accessTokenErrors } from './people/accessTokens.ts';
import { accountCalls, accountErrors } from './people/accounts.ts';
import { applicationCalls, applicationErrors } from './people/applications.ts';
import { avatarCalls } from './people/avatars.ts';
import { departmentCalls, departmentErrors, departmentEvents } from './people/departments.ts';
import { invitationCalls, invitationErrors } from './people/invitations.ts';
import { mailCalls, mailErrors } from './people/mails.ts';
import { notificationCalls, notificationErrors } from './people/notifications.ts';
import { personTagCalls, personTagErrors, personTagEvents } from './people/personTags.ts';
import { profileCalls, profileErrors } from './people/profile.ts';
import { qrCalls, qrErrors } from './people/qrLogin.ts';
import { reminderCalls, reminderErrors } from './people/reminders.ts';
import { sessionCalls, sessionErrors } from './people/sessions.ts';
import { signInCalls, signInErrors } from './people/signIn.ts';
import { signUpCalls, signUpErrors } from './people/signUp.ts';
import { singleSignOnCalls, singleSignOnErrors } from './people/singleSignOn.ts';
import { teamCalls, teamErrors } from './people/team.ts';
import { transportCalls, transportErrors } from './people/transport.ts';
import { userCalls, userErrors, userEvents } from './people/users.ts';
import { yearReview } from './people/yearReview.ts';
import { filterCalls } from './projects/filters.ts';
import { flowCalls, flowErrors, flowEvents } from './projects/flows.ts';
import { handoffCalls, handoffErrors } from './projects/handoffs.ts';
import { projectCalls, projectErrors, projectEvents } from './projects/projects.ts';
import { projectTemplateCalls } from './projects/projectTemplates.ts';
import { tagCalls, tagErrors, tagEvents } from './projects/tags.ts';
import { taskExtraCalls, templateErrors } from './projects/taskExtras.ts';
import { taskLinkCalls, taskLinkEvents } from './projects/taskLinks.ts';
import { taskCalls, taskErrors, taskEvents } from './projects/tasks.ts';
import { appBadgeCalls, appBadgeErrors, appBadgeEvents } from './workspace/appBadges.ts';
import { appCatalogCalls, appCatalogErrors } from './workspace/appCatalog.ts';
import { appDataCalls, appDataErrors, appDataEvents } from './workspace/appData.ts';
import { appSortCalls } from './workspace/appSorts.ts';
import { auditCalls, auditErrors } from './workspace/audit.ts';
import { backupCalls, backupErrors } from './workspace/backups.ts';
import { checkinCalls, checkinErrors } from './workspace/checkin.ts';
import { favoriteCalls, favoriteErrors } from './workspace/favorites.ts';
import { inboxCalls, inboxEvents } from './workspace/inbox.ts';
import { mailServerCalls, mailServerErrors } from './workspace/mailServer.ts';
import { microAppCalls, microAppErrors, microAppEvents } from './workspace/microApps.ts';
import { recentCalls, recentErrors } from './workspace/recents.ts';
import { reportCalls, reportErrors, reportEvents } from './workspace/reports.ts';
import { retentionCalls } from './workspace/retention.ts';
import { samplesCalls, samplesErrors } from './workspace/samples.ts';
import { searchCalls } from './workspace/search.ts';
import { settingCalls, settingErrors } from './workspace/settings.ts';
import { systemStatus } from './workspace/status.ts';
import { storageCalls, storageErrors } from './workspace/storage.ts';
import { syncCalls } from './workspace/sync.ts';
import { systemCalls } from './workspace/system.ts';

/** Raise it when the contract's hash changes (a test checks), with a line in CHANGELOG.md. */
export const PROTOCOL = 30;

/** All calls. Others do not exist. */
export const calls: readonly Call[] = [
  ...systemCalls,
  ...settingCalls,
  ...mailServerCalls,
  ...storageCalls,
  systemStatus,
  ...auditCalls,
  ...backupCalls,
  ...retentionCalls,
  ...samplesCalls,
  ...userCalls,
  ...profileCalls,
  ...sessionCalls,
  ...signUpCalls,
  ...qrCalls,
  ...transportCalls,
  ...singleSignOnCalls,
  ...signInCalls,
  ...accessTokenCalls,
  ...applicationCalls,
  ...invitationCalls,
  ...mailCalls,
  ...accountCalls,
  ...personTagCalls,
  ...departmentCalls,
  ...projectCalls,
  ...flowCalls,
  ...projectTemplateCalls,
  ...tagCalls,
  ...filterCalls,
  ...taskCalls,
  ...taskExtraCalls,
  ...taskLinkCalls,
  ...handoffCalls,
  ...teamCalls,
  yearReview,
  ...exportCalls,
  ...dialogCalls,
  ...messageCalls,
  ...messageActionCalls,
  ...draftCalls,
  ...stickerCalls,
  ...avatarCalls,
  msgSendlocation,
  ...languageServiceCalls,
  ...favoriteCalls,
  ...recentCalls,
  ...notificationCalls,
  ...reportCalls,
  ...approvalCalls,
  ...checkinCalls,
  ...fileCalls,
  ...driveCalls,
  ...officeCalls,
  ...binCalls,
  ...detailsCalls,
  ...shareTargetCalls,
  ...davCalls,
  ...documentCalls,
  ...assistantCalls,
  ...assistantSettingCalls,
  ...writingCalls,
  ...botCalls,
  ...webhookCalls,
  ...actionCalls,
  ...commandCalls,
  ...subscriptionCalls,
  ...reminderCalls,
  ...inboxCalls,
  ...complaintCalls,
  ...meetingCalls,
  ...meetingPlanCalls,
  ...searchCalls,
  ...syncCalls,
  ...importCalls,
  ...microAppCalls,
  ...appCatalogCalls,
  ...appBadgeCalls,
  ...appSortCalls,
  ...appDataCalls,
];

export const allErrors = {
  ...generalErrors,
  ...settingErrors,
  ...mailServerErrors,
  ...storageErrors,
  ...auditErrors,
  ...backupErrors,
  ...userErrors,
  ...profileErrors,
  ...sessionErrors,
  ...signUpErrors,
  ...qrErrors,
  ...transportErrors,
  ...singleSignOnErrors,
  ...signInErrors,
  ...accessTokenErrors,
  ...applicationErrors,
  ...invitationErrors,
  ...mailErrors,
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
  ...languageServiceErrors,
  ...favoriteErrors,
  ...recentErrors,
  ...notificationErrors,
  ...reportErrors,
  ...approvalErrors,
  ...fileErrors,
  ...driveErrors,
  ...detailsErrors,
  ...officeErrors,
  ...davErrors,
  ...documentErrors,
  ...assistantErrors,
  ...writingErrors,
  ...botErrors,
  ...webhookErrors,
  ...actionErrors,
  ...commandErrors,
  ...subscriptionErrors,
  ...reminderErrors,
  ...complaintErrors,
  ...checkinErrors,
  ...meetingErrors,
  ...meetingPlanErrors,
  ...importErrors,
  ...samplesErrors,
  ...microAppErrors,
  ...appCatalogErrors,
  ...appBadgeErrors,
  ...appDataErrors,
} as const satisfies Record<string, ErrorSpec>;
export type ErrorCode = keyof typeof allErrors;

export const events = [
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
  ...approvalEvents,
  ...assistantEvents,
  ...driveEvents,
  ...meetingPlanEvents,
  ...inboxEvents,
  ...microAppEvents,
  ...appBadgeEvents,
  ...appDataEvents,
] as const satisfies readonly EventKind[];

/** The data of each kind of event, by `type/action`. */
export type EventData = {
  [E in (typeof events)[number] as `${E['type']}/${E['action']}`]: Static<E['data']>;
};
