import { accessTokensModule } from '#modules/accessTokens/accessTokens.module';
import { accountsModule } from '#modules/accounts/accounts.module';
import { approvalsModule } from '#modules/approvals/approvals.module';
import { assistantsModule } from '#modules/assistants/assistants.module';
import { auditModule } from '#modules/audit/audit.module';
import { authModule } from '#modules/auth/auth.module';
import { avatarsModule } from '#modules/avatars/avatars.module';
import { backupsModule } from '#modules/backups/backups.module';
import { botsModule } from '#modules/bots/bots.module';
import { checkinModule } from '#modules/checkin/checkin.module';
import { complaintsModule } from '#modules/complaints/complaints.module';
import { dashboardModule } from '#modules/dashboard/dashboard.module';
import { davModule } from '#modules/dav/dav.module';
import { demoModule } from '#modules/demo/demo.module';
import { departmentsModule } from '#modules/departments/departments.module';
import { dialogsModule } from '#modules/dialogs/dialogs.module';
import { documentsModule } from '#modules/documents/documents.module';
import { draftsModule } from '#modules/drafts/drafts.module';
import { driveModule } from '#modules/drive/drive.module';
import { exportsModule } from '#modules/exports/exports.module';
import { favoritesModule } from '#modules/favorites/favorites.module';
import { filesModule } from '#modules/files/files.module';
import { fileTextsModule } from '#modules/fileTexts/fileTexts.module';
import { importsModule } from '#modules/imports/imports.module';
import { inboxModule } from '#modules/inbox/inbox.module';
import { invitationsModule } from '#modules/invitations/invitations.module';
import { ldapModule } from '#modules/ldap/ldap.module';
import { mcpModule } from '#modules/mcp/mcp.module';
import { meetingsModule } from '#modules/meetings/meetings.module';
import { messagesModule } from '#modules/messages/messages.module';
import { microAppsModule } from '#modules/microApps/microApps.module';
import { notificationsModule } from '#modules/notifications/notifications.module';
import { oauthModule } from '#modules/oauth/oauth.module';
import { officeModule } from '#modules/office/office.module';
import { personTagsModule } from '#modules/personTags/personTags.module';
import { programsModule } from '#modules/programs/programs.module';
import { projectsModule } from '#modules/projects/projects.module';
import { projectTemplatesModule } from '#modules/projectTemplates/projectTemplates.module';
import { recentsModule } from '#modules/recents/recents.module';
import { remindersModule } from '#modules/reminders/reminders.module';
import { reportsModule } from '#modules/reports/reports.module';
import { retentionModule } from '#modules/retention/retention.module';
import { searchModule } from '#modules/search/search.module';
import { searchIndexModule } from '#modules/searchIndex/searchIndex.module';
import { sessionsModule } from '#modules/sessions/sessions.module';
import { singleSignOnModule } from '#modules/singleSignOn/singleSignOn.module';
import { stickersModule } from '#modules/stickers/stickers.module';
import { subscriptionsModule } from '#modules/subscriptions/subscriptions.module';
import { syncModule } from '#modules/sync/sync.module';
import { systemModule } from '#modules/system/system.module';
import { tasksModule } from '#modules/tasks/tasks.module';
import { transportModule } from '#modules/transport/transport.module';
import { uploadsModule } from '#modules/uploads/uploads.module';
import { usersModule } from '#modules/users/users.module';
import { webhooksModule } from '#modules/webhooks/webhooks.module';
import type { Module } from '#platform/module';

/** All modules, in their order: each imports only modules before it. */
export const modules: readonly Module[] = [
  systemModule,
  transportModule,
  sessionsModule,
  auditModule,
  filesModule,
  avatarsModule,
  searchIndexModule,
  usersModule,
  fileTextsModule,
  authModule,
  dialogsModule,
  departmentsModule,
  projectsModule,
  recentsModule,
  tasksModule,
  projectTemplatesModule,
  messagesModule,
  driveModule,
  documentsModule,
  officeModule,
  searchModule,
  personTagsModule,
  dashboardModule,
  reportsModule,
  checkinModule,
  approvalsModule,
  accountsModule,
  invitationsModule,
  singleSignOnModule,
  ldapModule,
  exportsModule,
  notificationsModule,
  stickersModule,
  draftsModule,
  uploadsModule,
  assistantsModule,
  botsModule,
  webhooksModule,
  programsModule,
  subscriptionsModule,
  remindersModule,
  inboxModule,
  complaintsModule,
  accessTokensModule,
  davModule,
  microAppsModule,
  favoritesModule,
  oauthModule,
  meetingsModule,
  retentionModule,
  backupsModule,
  syncModule,
  importsModule,
  mcpModule,
  demoModule,
];
