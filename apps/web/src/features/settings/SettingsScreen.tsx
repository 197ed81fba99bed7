import {
  IconBell,
  IconCertificate,
  IconClockCheck,
  IconDevices,
  IconFileExport,
  IconFileImport,
  IconInfoCircle,
  IconKeyboard,
  IconLanguage,
  IconLayoutKanban,
  IconLock,
  IconMail,
  IconMoon,
  IconSettings,
  IconSparkles,
  IconSticker,
  IconUser,
  IconUsersGroup,
  IconUserX,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { NavLink, useNavigate, useParams } from 'react-router';
import { t } from '#sync/language.ts';
import { later } from '#sync/later.ts';
import { client } from '#sync/session.ts';
import { useClientState } from '#sync/useClient.ts';
import { ScreenHeader } from '#ui/ScreenHeader.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useIsPhone } from '#ui/useIsPhone.ts';
import { DeviceSettings } from './DeviceSettings.tsx';
import { ImportSettings } from './ImportSettings.tsx';
import { LanguageSettings } from './LanguageSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { PersonalSettings } from './PersonalSettings.tsx';
import classes from './SettingsScreen.module.css';
import { ThemeSettings } from './ThemeSettings.tsx';

const EmailSettings = later(async () => (await import('./EmailSettings.tsx')).EmailSettings);
const KeyboardSettings = later(async () => (await import('./KeyboardSettings.tsx')).KeyboardSettings);
const VersionSettings = later(async () => (await import('./VersionSettings.tsx')).VersionSettings);
const DeleteSettings = later(async () => (await import('./DeleteSettings.tsx')).DeleteSettings);
const LicenseSettings = later(async () => (await import('./LicenseSettings.tsx')).LicenseSettings);
const CheckinSettings = later(async () => (await import('./checkin/CheckinSettings.tsx')).CheckinSettings);
// Few are administrators.
const SystemPages = later(async () => (await import('./SystemPages.tsx')).SystemPages);
const TeamSettings = later(async () => (await import('./team/TeamSettings.tsx')).TeamSettings);
const AllProjects = later(async () => (await import('./projects/AllProjects.tsx')).AllProjects);

const AssistantSettings = later(async () => (await import('./assistant/AssistantSettings.tsx')).AssistantSettings);
const StickerSettings = later(async () => (await import('./stickers/StickerSettings.tsx')).StickerSettings);
const ExportSettings = later(async () => (await import('./ExportSettings.tsx')).ExportSettings);

const PAGES = [
  { id: 'personal', icon: IconUser, Page: PersonalSettings, isAdmin: false },
  { id: 'email', icon: IconMail, Page: EmailSettings, isAdmin: false },
  { id: 'password', icon: IconLock, Page: PasswordSettings, isAdmin: false },
  { id: 'language', icon: IconLanguage, Page: LanguageSettings, isAdmin: false },
  { id: 'theme', icon: IconMoon, Page: ThemeSettings, isAdmin: false },
  { id: 'notification', icon: IconBell, Page: NotificationSettings, isAdmin: false },
  { id: 'keyboard', icon: IconKeyboard, Page: KeyboardSettings, isAdmin: false },
  { id: 'device', icon: IconDevices, Page: DeviceSettings, isAdmin: false },
  { id: 'checkin', icon: IconClockCheck, Page: CheckinSettings, isAdmin: false },
  { id: 'version', icon: IconInfoCircle, Page: VersionSettings, isAdmin: false },
  { id: 'delete', icon: IconUserX, Page: DeleteSettings, isAdmin: false },
  { id: 'system', icon: IconSettings, Page: SystemPages, isAdmin: true },
  { id: 'team', icon: IconUsersGroup, Page: TeamSettings, isAdmin: true },
  { id: 'projects', icon: IconLayoutKanban, Page: AllProjects, isAdmin: true },
  { id: 'assistant', icon: IconSparkles, Page: AssistantSettings, isAdmin: true },
  { id: 'stickers', icon: IconSticker, Page: StickerSettings, isAdmin: true },
  { id: 'import', icon: IconFileImport, Page: ImportSettings, isAdmin: true },
  { id: 'export', icon: IconFileExport, Page: ExportSettings, isAdmin: true },
  { id: 'license', icon: IconCertificate, Page: LicenseSettings, isAdmin: true },
] as const;

/** Two panes; on a phone the list, then the page. */
export function SettingsScreen() {
  const { page } = useParams();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  // A reload on this page begins without the person; the forms must not take that for empty fields.
  useClientState();
  const isKnown = client.user !== null;
  const isAdmin = client.user?.identity.includes('admin') ?? false;
  const hasCheckin = client.setting?.checkin === 'open';
  const pages = PAGES.filter((each) => (!each.isAdmin || isAdmin) && (each.id !== 'checkin' || hasCheckin));
  const wanted = isKnown ? pages : PAGES;
  const current = wanted.find((each) => each.id === page) ?? (isPhone ? undefined : pages[0]);
  return (
    <div className={classes.page}>
      {(!isPhone || !current) && (
        <nav className={classes.side} aria-label={t('nav.settings')}>
          <ScreenHeader
            title={t('nav.settings')}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/application') } })}
          />
          <ul className={classes.list}>
            {pages.map(({ id, icon: Icon }) => (
              <li key={id}>
                <NavLink
                  to={`/manage/setting/${id}`}
                  className={classes.link ?? ''}
                  data-active={current?.id === id || undefined}
                >
                  <Icon size={18} stroke={1.75} />
                  {t(`settings.${id}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {current && (
        <div className={classes.main}>
          <ScreenHeader
            title={t(`settings.${current.id}`)}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/setting') } })}
          />
          <div className={classes.body}>
            {isKnown ? (
              <Suspense fallback={<Spinner label={t('state.loading')} />}>
                <current.Page />
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
