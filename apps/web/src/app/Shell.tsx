import { totalBadge } from '@atrium/client/select.ts';
import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { host } from '#host/browser.ts';
import { storedToken } from '#sync/api.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useClientState } from '#sync/useClient.ts';
import { useSelect } from '#sync/useStore.ts';
import { QuestionModal } from '#ui/QuestionModal.tsx';
import { useIsPhone } from '#ui/useIsPhone.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { noteRoute } from './history.ts';
import { NewProjectModal, Palette, PersonModal, SearchModal, ShortcutsModal, TaskModal, warmModals } from './modals.ts';
import { useOverlays } from './overlays.ts';
import { noteRecent, recentAt } from './recent.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { useNotifications } from './useNotifications.ts';
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

/** A burst of messages moves the number once. */
const BADGE_MS = 1000;

/** Screens that the phone's tab bar belongs to; a board or a conversation has the whole height. */
const hasTabs = (path: string, search: string) =>
  path === '/manage/project' ||
  path === '/manage/dashboard' ||
  (path.startsWith('/manage/messenger') && !search.includes('dialog=')) ||
  path === '/manage/setting';

function SignedIn() {
  useSession();
  useNotifications();
  useShortcuts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const state = useClientState();
  const overlays = useOverlays();
  const badge = useSelect(['dialog'], totalBadge, []);
  useEffect(() => {
    const timer = setTimeout(() => host.setBadge(badge), BADGE_MS);
    return () => clearTimeout(timer);
  }, [badge]);
  useEffect(warmModals, []);
  useEffect(() => {
    noteRoute(pathname + search);
    client.reportPath(pathname);
    const recent = recentAt(pathname, search);
    if (recent) noteRecent(client.user?.userid ?? 0, recent);
  }, [pathname, search]);
  useEffect(() => {
    noteRecent(client.user?.userid ?? 0, { kind: 'task', id: overlays.taskId });
  }, [overlays.taskId]);

  const chat = async (userid: number) => {
    const id = await openPerson(userid);
    if (!id) return;
    overlays.closePerson();
    overlays.closeTask();
    void navigate(`/manage/messenger?dialog=${id}`);
  };
  const goTo = (path: string) => {
    overlays.closeTask();
    overlays.closePerson();
    void navigate(path);
  };
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('nav.skip')}
      </a>
      {!isPhone && <Sidebar onNewProject={() => overlays.open('project')} />}
      <div className={classes.column}>
        <ConnectionBanner state={state} />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
        {isPhone && hasTabs(pathname, search) && <TabBar badge={badge} />}
      </div>
      <Suspense>
        {overlays.taskId > 0 && (
          <TaskModal
            taskId={overlays.taskId}
            onOpen={overlays.openTask}
            onClose={overlays.closeTask}
            onPerson={overlays.openPerson}
          />
        )}
        {overlays.personId > 0 && (
          <PersonModal
            userid={overlays.personId}
            onClose={overlays.closePerson}
            onChat={(userid) => void chat(userid)}
          />
        )}
        {overlays.shown === 'search' && (
          <SearchModal
            text={overlays.searchText}
            onClose={overlays.close}
            onTask={overlays.openTask}
            onProject={(id) => goTo(`/manage/project/${id}`)}
            onMessage={(dialogId, messageId) => goTo(`/manage/messenger?dialog=${dialogId}&msg=${messageId}`)}
            onContact={(userid) => void chat(userid)}
          />
        )}
        {overlays.shown === 'palette' && (
          <Palette
            onClose={overlays.close}
            onTask={overlays.openTask}
            onProject={(id) => goTo(`/manage/project/${id}`)}
            onDialog={(id) => goTo(`/manage/messenger?dialog=${id}`)}
            onPerson={(userid) => void chat(userid)}
            onSearch={overlays.search}
          />
        )}
        {overlays.shown === 'shortcuts' && <ShortcutsModal onClose={overlays.close} />}
        {overlays.shown === 'project' && (
          <NewProjectModal
            onClose={overlays.close}
            onDone={(id) => {
              overlays.close();
              void navigate(`/manage/project/${id}`);
            }}
          />
        )}
      </Suspense>
      <QuestionModal cancelLabel={t('action.cancel')} />
    </div>
  );
}
