import { IconLayoutGrid } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { useMicroApps } from '#entities/microApp/microApps.ts';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { BAR_LAST, barPlaces, USUAL_BAR } from '#entities/navigation/places.ts';
import { useUnreadReports } from '#entities/report/news.ts';
import { t } from '#sync/language.ts';
import classes from './TabBar.module.css';

const MESSENGER = '/manage/messenger';
/** True for screens with the tab bar; a board or a conversation uses the whole height. */
const hasTabs = (path: string, search: string, tabs: readonly string[]) =>
  path.startsWith(MESSENGER)
    ? (tabs.includes(path) || tabs.includes(MESSENGER)) && !search.includes('dialog=')
    : tabs.includes(path);

/** Navigation on phones: the tabs that the person chose, and the one that leads to everything else. */
export function TabBar({ badge }: { badge: number }) {
  const { pathname, search } = useLocation();
  const chosen = useNavigation((state) => state.bar);
  const apps = useMicroApps();
  const news: Record<string, number> = {
    'system:messenger': badge,
    'system:report': useUnreadReports(),
    'system:approve': useWaitingApprovals(),
    'system:inbox': useInboxBadge(),
  };
  const places = barPlaces(apps);
  const known = (ids: readonly string[]) => ids.flatMap((id) => places.find((place) => place.id === id) ?? []);
  const own = known(chosen);
  const tabs = (own.length > 0 ? own : known(USUAL_BAR)).map((place) => ({
    ...place,
    count: news[place.id] ?? place.count ?? 0,
  }));
  const ids = new Set(tabs.map(({ id }) => id));
  const ofApps = apps.flatMap(({ menu_items }) => menu_items).reduce((sum, { count }) => sum + count, 0);
  const shownOfApps = tabs.filter(({ id }) => id.startsWith('micro:')).reduce((sum, { count }) => sum + count, 0);
  const elsewhere = Object.entries(news).reduce((sum, [id, count]) => sum + (ids.has(id) ? 0 : count), 0);
  const last = {
    id: BAR_LAST,
    to: '/manage/application',
    icon: IconLayoutGrid,
    picture: undefined,
    label: t('nav.apps'),
    count: elsewhere + ofApps - shownOfApps,
  };
  const all = [...tabs, last];
  if (
    !hasTabs(
      pathname,
      search,
      all.map(({ to }) => to),
    )
  )
    return null;
  return (
    <nav className={classes.bar} aria-label={t('nav.main')}>
      {all.map(({ id, to, icon: Icon, picture = '', label, count }) => (
        <NavLink key={id} to={to} className={classes.tab ?? ''}>
          <span className={classes.icon}>
            {Icon ? <Icon size={22} stroke={1.75} /> : <AppIcon icon={picture} size={22} />}
            {count > 0 && <span className={classes.badge}>{count > 999 ? '999+' : count}</span>}
          </span>
          <span className={classes.label}>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
