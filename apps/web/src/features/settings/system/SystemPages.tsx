import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { LastChanges } from '#features/settings/lastChanges.tsx';
import { SYSTEM_TABS, type SystemTab } from '#features/settings/pages.ts';
import { PushSettings } from '#features/settings/personal/PushSettings.tsx';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { ColumnTemplateSettings } from './ColumnTemplateSettings.tsx';
import { FileSettings } from './FileSettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { MeetingSettings } from './MeetingSettings.tsx';
import { PrioritySettings } from './PrioritySettings.tsx';
import { RetentionSettings } from './RetentionSettings.tsx';
import { SystemSettings } from './SystemSettings.tsx';

// Includes the fields for days and people.
const CheckinRules = lazyPart(async () => (await import('#features/settings/checkin/CheckinRules.tsx')).CheckinRules);

const RegisteredApplications = lazyPart(
  async () => (await import('#features/settings/applications/RegisteredApplications.tsx')).RegisteredApplications,
);
const SignInSettings = lazyPart(
  async () => (await import('#features/settings/signin/SignInSettings.tsx')).SignInSettings,
);

const WebDavRules = lazyPart(async () => (await import('#features/settings/webdav/WebDavRules.tsx')).WebDavRules);

const PAGES: Record<SystemTab, ComponentType> = {
  rules: SystemSettings,
  mail: MailSettings,
  push: PushSettings,
  meeting: MeetingSettings,
  files: FileSettings,
  webdav: WebDavRules,
  retention: RetentionSettings,
  priorities: PrioritySettings,
  templates: ColumnTemplateSettings,
  checkin: CheckinRules,
  signin: SignInSettings,
  applications: RegisteredApplications,
};
/** Workspace-wide settings by administrators, and tests of services that the server needs. */
export function SystemPages() {
  const [params] = useSearchParams();
  const tab = SYSTEM_TABS.find((each) => each === params.get('tab')) ?? 'rules';
  const Page = PAGES[tab];
  return (
    <LastChanges key={tab} tab={tab}>
      <Page />
    </LastChanges>
  );
}
