import { ActionIcon } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type ComponentType, Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { me, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Spinner } from '#ui/layout/Spinner.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ImportSettings } from './imports/ImportSettings.tsx';
import { aboutOf, labelOf, pathOf, placeOf, type SettingsPage, settingsPlaces } from './pages.ts';
import { DeviceSettings } from './personal/DeviceSettings.tsx';
import { LanguageSettings } from './personal/LanguageSettings.tsx';
import { NotificationSettings } from './personal/NotificationSettings.tsx';
import { PasswordSettings } from './personal/PasswordSettings.tsx';
import { PersonalSettings } from './personal/PersonalSettings.tsx';
import { ThemeSettings } from './personal/ThemeSettings.tsx';
import { SettingsList } from './SettingsList.tsx';
import classes from './SettingsScreen.module.css';
import { copyPageLink } from './settings.actions.ts';
import { useSettingInView } from './useSettingInView.ts';

const AppSettings = lazyPart(async () => (await import('./personal/AppSettings.tsx')).AppSettings);
const EmailSettings = lazyPart(async () => (await import('./personal/EmailSettings.tsx')).EmailSettings);
const KeyboardSettings = lazyPart(async () => (await import('./personal/KeyboardSettings.tsx')).KeyboardSettings);
const NavigationSettings = lazyPart(
  async () => (await import('./navigation/NavigationSettings.tsx')).NavigationSettings,
);
const SecuritySettings = lazyPart(
  async () => (await import('./personal/security/SecuritySettings.tsx')).SecuritySettings,
);
const VersionSettings = lazyPart(async () => (await import('./system/VersionSettings.tsx')).VersionSettings);
const DeleteSettings = lazyPart(async () => (await import('./personal/DeleteSettings.tsx')).DeleteSettings);
const ComplaintSettings = lazyPart(async () => (await import('./complaints/ComplaintSettings.tsx')).ComplaintSettings);
const AuditPage = lazyPart(async () => (await import('./audit/AuditPage.tsx')).AuditPage);
const BackupPage = lazyPart(async () => (await import('./backup/BackupPage.tsx')).BackupPage);
const StatusPage = lazyPart(async () => (await import('./system/StatusPage.tsx')).StatusPage);
const LicenseSettings = lazyPart(async () => (await import('./system/LicenseSettings.tsx')).LicenseSettings);
const BotSettings = lazyPart(async () => (await import('./bots/BotSettings.tsx')).BotSettings);
const TokenSettings = lazyPart(async () => (await import('./tokens/TokenSettings.tsx')).TokenSettings);
const WebDavSettings = lazyPart(async () => (await import('./webdav/WebDavSettings.tsx')).WebDavSettings);
const CheckinSettings = lazyPart(async () => (await import('./checkin/CheckinSettings.tsx')).CheckinSettings);
// These pages load later, because only administrators need them.
const SystemPages = lazyPart(async () => (await import('./system/SystemPages.tsx')).SystemPages);
const TeamSettings = lazyPart(async () => (await import('./team/TeamSettings.tsx')).TeamSettings);
const AllProjects = lazyPart(async () => (await import('./projects/AllProjects.tsx')).AllProjects);

const AssistantSettings = lazyPart(async () => (await import('./assistant/AssistantSettings.tsx')).AssistantSettings);
const StickerSettings = lazyPart(async () => (await import('./stickers/StickerSettings.tsx')).StickerSettings);
const ExportSettings = lazyPart(async () => (await import('./system/ExportSettings.tsx')).ExportSettings);

const PAGES: Record<SettingsPage, { Page: ComponentType }> = {
  personal: { Page: PersonalSettings },
  email: { Page: EmailSettings },
  password: { Page: PasswordSettings },
  security: { Page: SecuritySettings },
  language: { Page: LanguageSettings },
  theme: { Page: ThemeSettings },
  navigation: { Page: NavigationSettings },
  notification: { Page: NotificationSettings },
  keyboard: { Page: KeyboardSettings },
  device: { Page: DeviceSettings },
  app: { Page: AppSettings },
  bots: { Page: BotSettings },
  tokens: { Page: TokenSettings },
  webdav: { Page: WebDavSettings },
  checkin: { Page: CheckinSettings },
  version: { Page: VersionSettings },
  delete: { Page: DeleteSettings },
  system: { Page: SystemPages },
  team: { Page: TeamSettings },
  projects: { Page: AllProjects },
  assistant: { Page: AssistantSettings },
  stickers: { Page: StickerSettings },
  import: { Page: ImportSettings },
  export: { Page: ExportSettings },
  complaints: { Page: ComplaintSettings },
  audit: { Page: AuditPage },
  backup: { Page: BackupPage },
  status: { Page: StatusPage },
  license: { Page: LicenseSettings },
};

/** Two panes; on a phone the list, then the page. */
export function SettingsScreen() {
  const { page } = useParams();
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  // The form waits for the person: a reload on this page starts without them, and its fields must not be taken for
  // empty ones.
  useClientState();
  useSettingInView();
  const isKnown = me() !== null;
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const hasCheckin = workspace()?.checkin === 'open';
  const who = { isAdmin, hasCheckin };
  const wanted = settingsPlaces(isKnown ? who : { isAdmin: true, hasCheckin: true });
  const current = placeOf(page, params.get('tab'), wanted) ?? (isPhone ? undefined : wanted[0]);
  const shown = current && PAGES[(current.split(':')[0] ?? '') as SettingsPage];
  return (
    <div className={classes.page}>
      {(!isPhone || !current) && (
        <nav className={classes.side} aria-label={t('nav.settings')}>
          <ScreenHeader
            title={t('nav.settings')}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/application') } })}
          />
          <SettingsList who={who} current={current} />
        </nav>
      )}
      {current && shown && (
        <div className={classes.main}>
          <ScreenHeader
            title={labelOf(current)}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/setting') } })}
          >
            <Tooltip label={t('settings.copy_link')}>
              <ActionIcon
                size="lg"
                aria-label={t('settings.copy_link')}
                onClick={() => void copyPageLink(pathOf(current))}
              >
                <IconLink size={20} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </ScreenHeader>
          <div className={classes.body} data-settings-body>
            <p className={classes.about}>{aboutOf(current)}</p>
            {isKnown ? (
              <Suspense fallback={<Spinner label={t('state.loading')} />}>
                <shown.Page />
              </Suspense>
            ) : (
              <Spinner label={t('state.loading')} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
