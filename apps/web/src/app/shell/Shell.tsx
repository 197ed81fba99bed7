import { totalBadge } from '@atrium/client/store/select.ts';
import { memo, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useShellBack } from '#app/host/useShellBack.ts';
import { useShellHost } from '#app/host/useShellHost.ts';
import { useOffline } from '#app/offline/useOffline.ts';
import { modals } from '#app/overlays/modals.ts';
import { useOverlays } from '#app/overlays/overlays.ts';
import { ShellModals } from '#app/overlays/ShellModals.tsx';
import { noteRecent, recentAt } from '#app/palette/recent.ts';
import { useScriptErrors } from '#app/recovery/useScriptErrors.ts';
import { noteRoute } from '#app/routing/history.ts';
import { livePath } from '#app/routing/livePath.ts';
import { prefetchScreens } from '#app/routing/prefetch.ts';
import { mainScreens } from '#app/routing/rooms.ts';
import { usePrefetch } from '#app/routing/usePrefetch.ts';
import { useSession } from '#app/session/useSession.ts';
import { TourSlot } from '#app/tour/TourSlot.tsx';
import { useShellUpdate } from '#app/updates/useShellUpdate.ts';
import { readAbout } from '#entities/inbox/inbox.ts';
import { useLoadInbox } from '#entities/inbox/useLoadInbox.ts';
import { useLoadMicroApps } from '#entities/microApp/microApps.ts';
import { useLoadNavigation } from '#entities/navigation/navigation.ts';
import { projectParts } from '#features/projects/projectParts.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useAccount, useClientState } from '#sync/store/useClient.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { loadAllTexts } from '#sync/texts.ts';
import { storedToken } from '#sync/token.ts';
import { PhoneBanner } from '#ui/banner/PhoneBanner.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { usePageBrand } from '#ui/layout/usePageTitle.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import classes from './Shell.module.css';
import { ShellApps } from './ShellApps.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { useNotifications } from './useNotifications.ts';
import { useShortcuts } from './useShortcuts.ts';
import { useWindowReturn } from './useWindowReturn.ts';

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const location = useLocation();
  if (!storedToken()) {
    return <Navigate to={`/login?from=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  }
  return <SignedIn />;
}

/** This does not render again for another address: the parts that show it subscribe to it. */
const SignedIn = memo(function SignedIn() {
  useSession();
  useAccount();
  const zone = useWindowReturn();
  useScriptErrors();
  usePrefetch();
  useOffline();
  useLoadMicroApps();
  useLoadNavigation();
  useShortcuts();
  useShellBack();
  useShellHost();
  useShellUpdate();
  const isPhone = useIsPhone();
  const state = useClientState();
  usePageBrand(client.setting?.system_alias ?? '');
  const overlays = useOverlays();
  useEffect(() => prefetchScreens([loadAllTexts, ...Object.values(mainScreens), ...projectParts, ...modals]), []);
  useEffect(() => {
    noteRecent(client.user?.userid ?? 0, { kind: 'task', id: overlays.taskId });
    readAbout(overlays.taskId);
  }, [overlays.taskId]);

  return (
    <div className={classes.shell}>
      <div className={classes.titleBar} aria-hidden="true" data-title={client.setting?.system_alias || 'Atrium'} />
      <a href="#main" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <TourSlot />
      {!isPhone && <Sidebar />}
      <div className={classes.column}>
        <LoadingBar state={state} />
        <ConnectionBanner state={state} />
        <main id="main" className={classes.main} tabIndex={-1}>
          {/* The screen is mounted again in another time zone, because every time that it shows changes. */}
          <Outlet key={zone} />
          <ShellApps />
        </main>
        {isPhone && <PhoneTabs />}
      </div>
      <ShellModals />
      <PhoneBanner onShow={() => host.vibrate(BANNER_BUZZ_MS)} />
      <Badge />
      <Route />
    </div>
  );
});

function Route() {
  useNotifications();
  const navigate = useNavigate();
  useLoadInbox(() => void navigate('/manage/inbox'));
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

const BANNER_BUZZ_MS = 80;

/** The number is updated after this time, once for a burst of messages. */
const BADGE_MS = 1000;

/** The badge is a component of its own, because every message changes it and nothing else in the frame. */
function Badge() {
  const badge = useBadge();
  useEffect(() => {
    const timer = setTimeout(() => host.setBadge(badge), BADGE_MS);
    return () => clearTimeout(timer);
  }, [badge]);
  return null;
}
