import { totalBadge } from '@atrium/client/select.ts';
import { memo, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { projectParts } from '#features/projects/projectParts.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { storedToken } from '#sync/token.ts';
import { useAccount, useClientState } from '#sync/useClient.ts';
import { useSelect } from '#sync/useStore.ts';
import { useIsPhone } from '#ui/useIsPhone.ts';
import { usePageBrand } from '#ui/usePageTitle.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { noteRoute } from './history.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { livePath } from './livePath.ts';
import { modals } from './modals.ts';
import { useOverlays } from './overlays.ts';
import { warm } from './prefetch.ts';
import { noteRecent, recentAt } from './recent.ts';
import { rooms } from './rooms.ts';
import classes from './Shell.module.css';
import { ShellModals } from './ShellModals.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { useAwake } from './useAwake.ts';
import { useNotifications } from './useNotifications.ts';
import { useOffline } from './useOffline.ts';
import { usePrefetch } from './usePrefetch.ts';
import { useScriptErrors } from './useScriptErrors.ts';
import { useSession } from './useSession.ts';
import { useShortcuts } from './useShortcuts.ts';

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const location = useLocation();
  if (!storedToken()) {
    return <Navigate to={`/login?from=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  }
  return <SignedIn />;
}

/** Not drawn anew for another address: what shows where one is follows it by itself. */
const SignedIn = memo(function SignedIn() {
  useSession();
  useAccount();
  const zone = useAwake();
  useScriptErrors();
  usePrefetch();
  useOffline();
  useShortcuts();
  const isPhone = useIsPhone();
  const state = useClientState();
  usePageBrand(client.setting?.system_alias ?? '');
  const overlays = useOverlays();
  useEffect(() => warm([...Object.values(rooms), ...modals, ...projectParts]), []);
  useEffect(() => {
    noteRecent(client.user?.userid ?? 0, { kind: 'task', id: overlays.taskId });
  }, [overlays.taskId]);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('nav.skip')}
      </a>
      {!isPhone && <Sidebar />}
      <div className={classes.column}>
        <LoadingBar state={state} />
        <ConnectionBanner state={state} />
        <main id="main" className={classes.main} tabIndex={-1}>
          {/* In another time zone every time that is shown is another one. */}
          <Outlet key={zone} />
        </main>
        {isPhone && <PhoneTabs />}
      </div>
      <ShellModals />
      <Badge />
      <Route />
    </div>
  );
});

function Route() {
  useNotifications();
  const { pathname, search } = useLocation();
  useEffect(() => {
    noteRoute(pathname + search);
    client.reportPath(livePath(pathname));
    const recent = recentAt(pathname, search);
    if (recent) noteRecent(client.user?.userid ?? 0, recent);
  }, [pathname, search]);
  return null;
}

const useBadge = () => useSelect(['dialog'], totalBadge, []);

const PhoneTabs = () => <TabBar badge={useBadge()} />;

/** A burst of messages moves the number once. */
const BADGE_MS = 1000;

/** By itself: every message changes it, and nothing else of the frame. */
function Badge() {
  const badge = useBadge();
  useEffect(() => {
    const timer = setTimeout(() => host.setBadge(badge), BADGE_MS);
    return () => clearTimeout(timer);
  }, [badge]);
  return null;
}
