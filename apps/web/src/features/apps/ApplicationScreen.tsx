import { UnstyledButton } from '@mantine/core';
import {
  IconAddressBook,
  IconCalendar,
  IconClockCheck,
  IconFileExport,
  IconFileImport,
  IconFolder,
  IconReport,
  IconSettings,
  IconStar,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { mayMeet, wishMeeting } from '#entities/meeting/meeting.ts';
import { me, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import classes from './ApplicationScreen.module.css';

const EVERYBODY = [
  { to: '/manage/calendar', icon: IconCalendar, label: 'nav.calendar' },
  { to: '/manage/report', icon: IconReport, label: 'report.title' },
  { to: '/manage/file', icon: IconFolder, label: 'drive.title' },
  { to: '/manage/favorite', icon: IconStar, label: 'favorite.title' },
  { to: '/manage/messenger/contacts', icon: IconAddressBook, label: 'contacts.title' },
  { to: '/manage/setting', icon: IconSettings, label: 'nav.settings' },
] as const;
/** Only if the workspace enables it. */
const CHECKIN = { to: '/manage/setting/checkin', icon: IconClockCheck, label: 'settings.checkin' } as const;
const ADMINISTRATORS = [
  { to: '/manage/setting/team', icon: IconUsersGroup, label: 'settings.team' },
  { to: '/manage/setting/import', icon: IconFileImport, label: 'settings.import' },
  { to: '/manage/setting/export', icon: IconFileExport, label: 'settings.export' },
] as const;

/** Everything besides projects and conversations: the phone's fourth tab. */
export function ApplicationScreen() {
  // A reload on this page starts without the person.
  useClientState();
  const isAdmin = me()?.identity.includes('admin') ?? false;
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('nav.apps')} />
      <div className={classes.body}>
        <Tiles
          list={workspace()?.checkin === 'open' ? [...EVERYBODY, CHECKIN] : EVERYBODY}
          label={t('nav.apps')}
          withMeetings={mayMeet()}
        />
        {isAdmin && (
          <>
            <h2 className={classes.heading}>{t('apps.admin')}</h2>
            <Tiles list={ADMINISTRATORS} label={t('apps.admin')} />
          </>
        )}
      </div>
    </div>
  );
}

type Tile = (typeof EVERYBODY | typeof ADMINISTRATORS)[number] | typeof CHECKIN;

interface TilesProps {
  list: readonly Tile[];
  label: string;
  withMeetings?: boolean;
}
function Tiles({ list, label, withMeetings }: TilesProps) {
  return (
    <ul className={classes.tiles} aria-label={label}>
      {list.map(({ to, icon: Icon, label: key }) => (
        <li key={to}>
          <Link to={to} className={classes.tile}>
            <Icon size={28} stroke={1.5} />
            {t(key)}
          </Link>
        </li>
      ))}
      {withMeetings &&
        (['create', 'join'] as const).map((kind) => (
          <li key={kind}>
            <UnstyledButton className={classes.tile} onClick={() => wishMeeting({ kind })}>
              <IconVideo size={28} stroke={1.5} />
              {t(kind === 'create' ? 'meeting.new' : 'meeting.join')}
            </UnstyledButton>
          </li>
        ))}
    </ul>
  );
}
