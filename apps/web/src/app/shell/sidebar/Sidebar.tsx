import { Menu } from '@mantine/core';
import {
  IconHelp,
  IconKeyboard,
  IconLayoutSidebar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMoodSmile,
  IconSearch,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { statusWords } from '#entities/user/status.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { client, endSession } from '#sync/session.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Logo } from '#ui/Logo.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { NewButton } from './NewButton.tsx';
import classes from './Sidebar.module.css';
import { SideEntries } from './SideEntries.tsx';
import { SideProjects } from './SideProjects.tsx';
import { SideSections } from './SideSections.tsx';

const COLLAPSED = 'sidebar';

export function Sidebar() {
  const [isNarrow, setNarrow] = useState(localStorage.getItem(COLLAPSED) === 'narrow');
  const toggle = () => {
    localStorage.setItem(COLLAPSED, isNarrow ? 'wide' : 'narrow');
    setNarrow(!isNarrow);
  };
  return (
    <nav className={classes.side} data-narrow={isNarrow || undefined} aria-label={t('nav.main')}>
      <div className={classes.top}>
        <Logo size={28} src={client.setting?.system_logo} />
        {!isNarrow && <span className={classes.brand}>{client.setting?.system_alias || 'Atrium'}</span>}
        <IconButton aria-label={t(isNarrow ? 'nav.expand' : 'nav.collapse')} onClick={toggle}>
          {isNarrow ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          )}
        </IconButton>
      </div>
      <SearchButton isNarrow={isNarrow} />
      <div className={classes.scroll}>
        <SideEntries isNarrow={isNarrow} />
        <SideSections isNarrow={isNarrow} />
        <SideProjects isNarrow={isNarrow} />
      </div>
      <NewButton isNarrow={isNarrow} />
      <PersonMenu isNarrow={isNarrow} />
    </nav>
  );
}

function SearchButton({ isNarrow }: { isNarrow: boolean }) {
  const open = useOverlays((state) => state.open);
  return (
    <Tooltip label={t('nav.search')} position="right" disabled={!isNarrow}>
      <PlainButton
        className={classes.search}
        data-tour="search"
        onClick={() => open('search')}
        {...(isNarrow && { 'aria-label': t('nav.search') })}
      >
        <IconSearch size={18} stroke={1.75} />
        {!isNarrow && <span className={classes.label}>{t('nav.search')}</span>}
        {!isNarrow && <kbd className={classes.key}>/</kbd>}
      </PlainButton>
    </Tooltip>
  );
}

const StatusModal = lazyPart(async () => (await import('#entities/message/programs/StatusModal.tsx')).StatusModal);

function PersonMenu({ isNarrow }: { isNarrow: boolean }) {
  const user = useUser(useMe());
  const navigate = useNavigate();
  const overlays = useOverlays();
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <DropdownMenu
        position="top-start"
        width={220}
        button={
          <PlainButton className={classes.person} {...((isNarrow || !user) && { 'aria-label': t('nav.person') })}>
            <UserAvatar user={user} size={32} withPresence />
            {!isNarrow && (
              <span className={classes.personText}>
                <span className="truncate">{user?.nickname}</span>
                <small className="truncate">{statusWords(user) || user?.email}</small>
              </span>
            )}
          </PlainButton>
        }
      >
        <Menu.Item leftSection={<IconMoodSmile size={16} />} onClick={() => setSetting(true)}>
          {t('status.set')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate('/manage/setting/personal')}>
          {t('settings.personal')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => void navigate('/manage/setting')}>
          {t('nav.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={16} />} onClick={() => overlays.open('help')}>
          {t('help.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLayoutSidebar size={16} />}
          onClick={() => void navigate('/manage/setting/navigation')}
        >
          {t('side.arrange')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => overlays.open('shortcuts')}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--red)" leftSection={<IconLogout size={16} />} onClick={() => void endSession()}>
          {t('nav.sign_out')}
        </Menu.Item>
      </DropdownMenu>
      {isSetting && (
        <Suspense>
          <StatusModal onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </>
  );
}
