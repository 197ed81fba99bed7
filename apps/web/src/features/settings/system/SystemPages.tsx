import { Select, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { PushSettings } from '#features/settings/personal/PushSettings.tsx';
import { t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { ColumnTemplateSettings } from './ColumnTemplateSettings.tsx';
import { FileSettings } from './FileSettings.tsx';
import { MailSettings } from './MailSettings.tsx';
import { MeetingSettings } from './MeetingSettings.tsx';
import { PrioritySettings } from './PrioritySettings.tsx';
import { RetentionSettings } from './RetentionSettings.tsx';
import { SystemSettings } from './SystemSettings.tsx';

// Includes the fields for days and people.
const CheckinRules = later(async () => (await import('#features/settings/checkin/CheckinRules.tsx')).CheckinRules);

const RegisteredApplications = later(
  async () => (await import('#features/settings/applications/RegisteredApplications.tsx')).RegisteredApplications,
);
const SignInSettings = later(async () => (await import('#features/settings/signin/SignInSettings.tsx')).SignInSettings);

const PAGES = {
  rules: SystemSettings,
  mail: MailSettings,
  push: PushSettings,
  meeting: MeetingSettings,
  files: FileSettings,
  retention: RetentionSettings,
  priorities: PrioritySettings,
  templates: ColumnTemplateSettings,
  checkin: CheckinRules,
  signin: SignInSettings,
  applications: RegisteredApplications,
};
const TABS = [
  'rules',
  'signin',
  'applications',
  'mail',
  'push',
  'meeting',
  'files',
  'retention',
  'priorities',
  'templates',
  'checkin',
] as const;

/** Workspace-wide settings by administrators, and tests of what the server needs. */
export function SystemPages() {
  const [params, setParams] = useSearchParams();
  const isPhone = useIsPhone();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'rules';
  const show = (value: string | null) => setParams({ tab: value ?? 'rules' }, { replace: true });
  const Page = PAGES[tab];
  // In most languages they do not fit beside each other on a phone.
  if (isPhone) {
    return (
      <>
        <Select<string>
          mb="lg"
          size="md"
          aria-label={t('settings.system')}
          allowDeselect={false}
          value={tab}
          data={TABS.map((value) => ({ value, label: t(`system.tab_${value}`) }))}
          onChange={show}
        />
        <Page />
      </>
    );
  }
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="lg">
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`system.tab_${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Page />
      </Tabs.Panel>
    </Tabs>
  );
}
