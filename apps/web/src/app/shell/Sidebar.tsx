import { wireClock } from '@atrium/client/live/wireClock.ts';
import { dueCounts, projectList, totalBadge } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { ActionIcon, Menu, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconCalendar,
  IconFolder,
  IconHelp,
  IconInbox,
  IconKeyboard,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMessageCircle,
  IconMoodSmile,
  IconPin,
  IconReport,
  IconRubberStamp,
  IconSearch,
  IconSettings,
  IconStar,
  IconUser,
} from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { NavLink, useMatch, useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { type Entry, entriesAt, placeOf, useMicroApps } from '#entities/microApp/microApps.ts';
import { statusWords } from '#entities/user/status.ts';
import { hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { PinMenu } from '#features/projects/overview/PinMenu.tsx';
import { useUnreadReports } from '#features/reports/news.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { client, endSession } from '#sync/session.ts';
import { later } from '#sync/store/later.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { Logo } from '#ui/Logo.tsx';
import { DropMenu } from '#ui/overlays/Drop.tsx';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { NewButton } from './NewButton.tsx';
import { ProjectProgress } from './ProjectProgress.tsx';
import classes from './Sidebar.module.css';

const FILTER_FROM = 8;
const COLLAPSED = 'sidebar';

export function Sidebar() {
  const [isNarrow, setNarrow] = useState(localStorage.getItem(COLLAPSED) === 'narrow');
  const [query, setQuery] = useState('');
  const projects = useSelect(['project'], projectList, []);
  const { overdue, today, todo } = useSelect(['task'], (store) => dueCounts(store, wireClock(nowDate())), []);
  const shown = projects.filter((project) => project.name.toLowerCase().includes(query.trim().toLowerCase()));
  const toggle = () => {
    localStorage.setItem(COLLAPSED, isNarrow ? 'wide' : 'narrow');
    setNarrow(!isNarrow);
  };
  return (
    <nav className={classes.side} data-narrow={isNarrow || undefined} aria-label={t('nav.main')}>
      <div className={classes.top}>
        <Logo size={28} src={client.setting?.system_logo} />
        {!isNarrow && <span className={classes.brand}>{client.setting?.system_alias || 'Atrium'}</span>}
        <ActionIcon
          aria-label={t(isNarrow ? 'nav.expand' : 'nav.collapse')}
          onClick={toggle}
          className={classes.collapse}
        >
          {isNarrow ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          )}
        </ActionIcon>
      </div>
      <SearchButton isNarrow={isNarrow} />
      <NavItem
        to="/manage/dashboard"
        icon={IconLayoutDashboard}
        label={t('nav.dashboard')}
        badge={overdue || today || todo}
        isAlarm={overdue > 0}
        isNarrow={isNarrow}
      />
      <InboxItem isNarrow={isNarrow} />
      <NavItem
        to="/manage/calendar"
        icon={IconCalendar}
        label={t('nav.calendar')}
        badge={0}
        isAlarm={false}
        isNarrow={isNarrow}
      />
      <MessengerItem isNarrow={isNarrow} />
      <NavItem
        to="/manage/file"
        icon={IconFolder}
        label={t('drive.title')}
        badge={0}
        isAlarm={false}
        isNarrow={isNarrow}
      />
      <NavItem
        to="/manage/favorite"
        icon={IconStar}
        label={t('favorite.title')}
        badge={0}
        isAlarm={false}
        isNarrow={isNarrow}
      />
      <ReportsItem isNarrow={isNarrow} />
      <ApprovalsItem isNarrow={isNarrow} />
      <AppItems isNarrow={isNarrow} />
      <div className={classes.head}>{!isNarrow && <span>{t('nav.projects')}</span>}</div>
      {!isNarrow && projects.length > FILTER_FROM && (
        <TextInput
          size="xs"
          className={classes.filter}
          aria-label={t('project.search')}
          placeholder={t('project.search')}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <div className={classes.projects}>
        {shown.map((project) => (
          <ProjectItem key={project.id} project={project} isNarrow={isNarrow} />
        ))}
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
      <UnstyledButton
        className={classes.search}
        data-tour="search"
        onClick={() => open('search')}
        {...(isNarrow && { 'aria-label': t('nav.search') })}
      >
        <IconSearch size={18} stroke={1.75} />
        {!isNarrow && <span className={classes.label}>{t('nav.search')}</span>}
        {!isNarrow && <kbd className={classes.key}>/</kbd>}
      </UnstyledButton>
    </Tooltip>
  );
}

/** Separate, because every message changes its number, and nothing else here. */
function MessengerItem({ isNarrow }: { isNarrow: boolean }) {
  const badge = useSelect(['dialog'], totalBadge, []);
  return (
    <NavItem
      to="/manage/messenger"
      icon={IconMessageCircle}
      label={t('nav.messenger')}
      badge={badge}
      isAlarm
      isNarrow={isNarrow}
    />
  );
}

function InboxItem({ isNarrow }: { isNarrow: boolean }) {
  return (
    <NavItem
      to="/manage/inbox"
      icon={IconInbox}
      label={t('inbox.title')}
      badge={useInboxBadge()}
      isAlarm
      isNarrow={isNarrow}
    />
  );
}

function ReportsItem({ isNarrow }: { isNarrow: boolean }) {
  return (
    <NavItem
      to="/manage/report"
      icon={IconReport}
      label={t('report.title')}
      badge={useUnreadReports()}
      isAlarm={false}
      isNarrow={isNarrow}
    />
  );
}

function ApprovalsItem({ isNarrow }: { isNarrow: boolean }) {
  return (
    <NavItem
      to="/manage/approve"
      icon={IconRubberStamp}
      label={t('approval.title')}
      badge={useWaitingApprovals()}
      isAlarm
      isNarrow={isNarrow}
    />
  );
}

/** All apps, and those entries that want a place here. */
function AppItems({ isNarrow }: { isNarrow: boolean }) {
  const apps = useMicroApps();
  const here = entriesAt(apps, 'main/menu');
  const others = [...entriesAt(apps, 'application'), ...entriesAt(apps, 'application/admin')];
  return (
    <>
      <NavItem
        to="/manage/application"
        end
        icon={IconLayoutGrid}
        label={t('nav.apps')}
        badge={others.reduce((sum, { item }) => sum + item.count, 0)}
        hasDot={others.some(({ item }) => item.dot)}
        isAlarm={false}
        isNarrow={isNarrow}
      />
      {here.map((entry) => (
        <AppItem key={`${entry.app.id} ${entry.item.key}`} entry={entry} isNarrow={isNarrow} />
      ))}
    </>
  );
}

function AppItem({ entry, isNarrow }: { entry: Entry; isNarrow: boolean }) {
  const { to, isWindow } = placeOf(entry);
  const { label, icon, count, dot } = entry.item;
  return (
    <NavItem
      to={to}
      {...(isWindow && { target: '_blank' })}
      picture={<AppIcon icon={icon} size={20} />}
      label={label}
      badge={count}
      hasDot={dot}
      isAlarm={false}
      isNarrow={isNarrow}
    />
  );
}

interface NavItemProps {
  to: string;
  icon?: typeof IconUser;
  /** Instead of an icon. */
  picture?: ReactNode;
  label: string;
  badge: number;
  /** Something new without a number. */
  hasDot?: boolean;
  isAlarm: boolean;
  isNarrow: boolean;
  /** Only at exactly this address it is the shown one. */
  end?: boolean;
  target?: '_blank';
}
function NavItem({ to, icon: Icon, picture, label, badge, hasDot = false, isAlarm, isNarrow, ...link }: NavItemProps) {
  return (
    <Tooltip label={label} position="right" disabled={!isNarrow}>
      <NavLink
        to={to}
        {...link}
        className={classes.item ?? ''}
        {...(isNarrow && { 'aria-label': badge > 0 ? t('nav.with_badge', { name: label, count: badge }) : label })}
      >
        {Icon ? <Icon size={20} stroke={1.75} /> : picture}
        {!isNarrow && <span className={classes.label}>{label}</span>}
        {badge > 0 && (
          <span className={classes.badge} data-alarm={isAlarm || undefined}>
            {badge > 999 ? '999+' : badge}
          </span>
        )}
        {badge === 0 && hasDot && <span className={classes.news} role="img" aria-label={t('apps.news')} />}
      </NavLink>
    </Tooltip>
  );
}

function ProjectItem({ project, isNarrow }: { project: Project; isNarrow: boolean }) {
  const [menu, setMenu] = useState<Point | null>(null);
  const open = (project.task_my_num ?? 0) - (project.task_my_complete ?? 0);
  const hue = hueOf(project.id);
  const isHere = useMatch(`/manage/project/${project.id}`) !== null;
  return (
    <div className={classes.project} data-here={(isHere && !isNarrow) || undefined}>
      <Tooltip label={project.name} position="right" disabled={!isNarrow}>
        <NavLink
          to={`/manage/project/${project.id}`}
          className={classes.item ?? ''}
          {...(isNarrow && { 'aria-label': project.name })}
          onContextMenu={(event: MouseEvent) => {
            event.preventDefault();
            setMenu({ x: event.clientX, y: event.clientY });
          }}
        >
          <span
            className={classes.dot}
            // The completed share; without tasks a plain mark.
            data-ring={(project.task_num ?? 0) > 0 || undefined}
            style={
              {
                '--hue': `light-dark(hsl(${hue} 58% 56%), hsl(${hue} 55% 64%))`,
                '--done': `${project.task_percent ?? 0}%`,
              } as CSSProperties
            }
          />
          {!isNarrow && <span className={classes.label}>{project.name}</span>}
          {!isNarrow && project.top_at && <IconPin size={14} stroke={1.75} aria-label={t('project.pinned')} />}
          {!isNarrow && open > 0 && <span className={classes.count}>{open}</span>}
        </NavLink>
      </Tooltip>
      {isHere && !isNarrow && <ProjectProgress project={project} />}
      <PinMenu project={project} at={menu} onClose={() => setMenu(null)} />
    </div>
  );
}

const StatusModal = later(async () => (await import('#entities/message/programs/StatusModal.tsx')).StatusModal);

function PersonMenu({ isNarrow }: { isNarrow: boolean }) {
  const user = useUser(useMe());
  const navigate = useNavigate();
  const overlays = useOverlays();
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <DropMenu
        position="top-start"
        width={220}
        button={
          <UnstyledButton className={classes.person} {...((isNarrow || !user) && { 'aria-label': t('nav.person') })}>
            <UserAvatar user={user} size={32} withPresence />
            {!isNarrow && (
              <span className={classes.personText}>
                <span className="truncate">{user?.nickname}</span>
                <small className="truncate">{statusWords(user) || user?.email}</small>
              </span>
            )}
          </UnstyledButton>
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
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => overlays.open('shortcuts')}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--red)" leftSection={<IconLogout size={16} />} onClick={() => void endSession()}>
          {t('nav.sign_out')}
        </Menu.Item>
      </DropMenu>
      {isSetting && (
        <Suspense>
          <StatusModal onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </>
  );
}
