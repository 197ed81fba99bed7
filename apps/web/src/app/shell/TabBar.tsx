import { IconBriefcase, IconLayoutDashboard, IconLayoutGrid, IconMessageCircle } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { useMicroApps } from '#entities/microApp/microApps.ts';
import { useUnreadReports } from '#features/reports/news.ts';
import { t } from '#sync/language.ts';
import classes from './TabBar.module.css';

/** Screens with the tab bar; a board or a conversation uses the whole height. */
const hasTabs = (path: string, search: string) =>
  path === '/manage/project' ||
  path === '/manage/dashboard' ||
  (path.startsWith('/manage/messenger') && !search.includes('dialog=')) ||
  path === '/manage/application';

/** Navigation on phones. */
export function TabBar({ badge }: { badge: number }) {
  const { pathname, search } = useLocation();
  const reports = useUnreadReports();
  const approvals = useWaitingApprovals();
  const inbox = useInboxBadge();
  const apps = useMicroApps();
  const badges = apps.flatMap(({ menu_items }) => menu_items).reduce((sum, { count }) => sum + count, 0);
  if (!hasTabs(pathname, search)) return null;
  const tabs = [
    { to: '/manage/project', icon: IconBriefcase, label: t('nav.projects'), badge: 0 },
    { to: '/manage/dashboard', icon: IconLayoutDashboard, label: t('nav.dashboard'), badge: 0 },
    { to: '/manage/messenger', icon: IconMessageCircle, label: t('nav.messenger'), badge },
    {
      to: '/manage/application',
      icon: IconLayoutGrid,
      label: t('nav.apps'),
      badge: inbox + reports + approvals + badges,
    },
  ];
  return (
    <nav className={classes.bar} aria-label={t('nav.main')}>
      {tabs.map(({ to, icon: Icon, label, badge: count }) => (
        <NavLink key={to} to={to} className={classes.tab ?? ''}>
          <span className={classes.icon}>
            <Icon size={22} stroke={1.75} />
            {count > 0 && <span className={classes.badge}>{count > 999 ? '999+' : count}</span>}
          </span>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
