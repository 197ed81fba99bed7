import {
  type Icon,
  IconActivityHeartbeat,
  IconBell,
  IconCertificate,
  IconClockCheck,
  IconDatabaseExport,
  IconDevices,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconInfoCircle,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLayoutKanban,
  IconLock,
  IconMail,
  IconMoon,
  IconRobot,
  IconSettings,
  IconShieldLock,
  IconSparkles,
  IconSticker,
  IconUser,
  IconUsersGroup,
  IconUserX,
} from '@tabler/icons-react';
import { type ComponentType, Suspense } from 'react';
import { NavLink, useNavigate, useParams } from 'react-router';
import { me, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Spinner } from '#ui/layout/Spinner.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { ImportSettings } from './imports/ImportSettings.tsx';
import { type SettingsPage, settingsPages } from './pages.ts';
import { DeviceSettings } from './personal/DeviceSettings.tsx';
import { LanguageSettings } from './personal/LanguageSettings.tsx';
import { NotificationSettings } from './personal/NotificationSettings.tsx';
import { PasswordSettings } from './personal/PasswordSettings.tsx';
import { PersonalSettings } from './personal/PersonalSettings.tsx';
import { ThemeSettings } from './personal/ThemeSettings.tsx';
import classes from './SettingsScreen.module.css';

const EmailSettings = later(async () => (await import('./personal/EmailSettings.tsx')).EmailSettings);
const KeyboardSettings = later(async () => (await import('./personal/KeyboardSettings.tsx')).KeyboardSettings);
const SecuritySettings = later(async () => (await import('./personal/security/SecuritySettings.tsx')).SecuritySettings);
const VersionSettings = later(async () => (await import('./system/VersionSettings.tsx')).VersionSettings);
const DeleteSettings = later(async () => (await import('./personal/DeleteSettings.tsx')).DeleteSettings);
const AuditPage = later(async () => (await import('./audit/AuditPage.tsx')).AuditPage);
const BackupPage = later(async () => (await import('./backup/BackupPage.tsx')).BackupPage);
const StatusPage = later(async () => (await import('./system/StatusPage.tsx')).StatusPage);
const LicenseSettings = later(async () => (await import('./system/LicenseSettings.tsx')).LicenseSettings);
const BotSettings = later(async () => (await import('./bots/BotSettings.tsx')).BotSettings);
const TokenSettings = later(async () => (await import('./tokens/TokenSettings.tsx')).TokenSettings);
const CheckinSettings = later(async () => (await import('./checkin/CheckinSettings.tsx')).CheckinSettings);
// Only administrators need it.
const SystemPages = later(async () => (await import('./system/SystemPages.tsx')).SystemPages);
const TeamSettings = later(async () => (await import('./team/TeamSettings.tsx')).TeamSettings);
const AllProjects = later(async () => (await import('./projects/AllProjects.tsx')).AllProjects);

const AssistantSettings = later(async () => (await import('./assistant/AssistantSettings.tsx')).AssistantSettings);
const StickerSettings = later(async () => (await import('./stickers/StickerSettings.tsx')).StickerSettings);
const ExportSettings = later(async () => (await import('./system/ExportSettings.tsx')).ExportSettings);

const PAGES: Record<SettingsPage, { icon: Icon; Page: ComponentType }> = {
  personal: { icon: IconUser, Page: PersonalSettings },
  email: { icon: IconMail, Page: EmailSettings },
  password: { icon: IconLock, Page: PasswordSettings },
  security: { icon: IconShieldLock, Page: SecuritySettings },
  language: { icon: IconLanguage, Page: LanguageSettings },
  theme: { icon: IconMoon, Page: ThemeSettings },
  notification: { icon: IconBell, Page: NotificationSettings },
  keyboard: { icon: IconKeyboard, Page: KeyboardSettings },
  device: { icon: IconDevices, Page: DeviceSettings },
  bots: { icon: IconRobot, Page: BotSettings },
  tokens: { icon: IconKey, Page: TokenSettings },
  checkin: { icon: IconClockCheck, Page: CheckinSettings },
  version: { icon: IconInfoCircle, Page: VersionSettings },
  delete: { icon: IconUserX, Page: DeleteSettings },
  system: { icon: IconSettings, Page: SystemPages },
  team: { icon: IconUsersGroup, Page: TeamSettings },
  projects: { icon: IconLayoutKanban, Page: AllProjects },
  assistant: { icon: IconSparkles, Page: AssistantSettings },
  stickers: { icon: IconSticker, Page: StickerSettings },
  import: { icon: IconFileImport, Page: ImportSettings },
  export: { icon: IconFileExport, Page: ExportSettings },
  audit: { icon: IconHistory, Page: AuditPage },
  backup: { icon: IconDatabaseExport, Page: BackupPage },
  status: { icon: IconActivityHeartbeat, Page: StatusPage },
  license: { icon: IconCertificate, Page: LicenseSettings },
};

/** Two panes; on a phone the list, then the page. */
export function SettingsScreen() {
  const { page } = useParams();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  // A reload on this page starts without the person; the forms must not take that for empty fields.
  useClientState();
  const isKnown = me() !== null;
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const hasCheckin = workspace()?.checkin === 'open';
  const pages = settingsPages({ isAdmin, hasCheckin });
  const wanted = isKnown ? pages : settingsPages({ isAdmin: true, hasCheckin: true });
  const current = wanted.find((each) => each === page) ?? (isPhone ? undefined : pages[0]);
  const shown = current && PAGES[current];
  return (
    <div className={classes.page}>
      {(!isPhone || !current) && (
        <nav className={classes.side} aria-label={t('nav.settings')}>
          <ScreenHeader
            title={t('nav.settings')}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/application') } })}
          />
          <ul className={classes.list}>
            {pages.map((id) => {
              const { icon: Icon } = PAGES[id];
              return (
                <li key={id}>
                  <NavLink
                    to={`/manage/setting/${id}`}
                    className={classes.link ?? ''}
                    data-active={current === id || undefined}
                  >
                    <Icon size={18} stroke={1.75} />
                    {t(`settings.${id}`)}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </nav>
      )}
      {shown && (
        <div className={classes.main}>
          <ScreenHeader
            title={t(`settings.${current}`)}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/setting') } })}
          />
          <div className={classes.body}>
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
