import { type ComponentType, useCallback, useState } from 'react';
import {
  createBrowserRouter,
  createHashRouter,
  Navigate,
  type RouteObject,
  useNavigate,
  useRouteError,
  useSearchParams,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ErrorScreen } from '#app/recovery/ErrorScreen.tsx';
import { SignInScreen } from '#features/signin/SignInScreen.tsx';
import { host } from '#host/browser.ts';
import { lazyComponent } from '#sync/store/lazyComponent.ts';
import { loadAllTexts, loadTaskTexts, loadTexts } from '#sync/texts.ts';
import { storedToken } from '#sync/token.ts';
import { placeOfLink, safeReturn } from './returnTo.ts';
import { mainScreenAt, mainScreens } from './rooms.ts';
import { setupFirst, targetOf } from './signInPlaces.ts';

/** A single screen, with the texts that the sign-in page does not need. */
const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>, texts = loadAllTexts) =>
  lazyComponent(async () => {
    const [component] = await Promise.all([load(), texts()]);
    return component;
  });

/** Waits until the stored workspace is restored, or the attempt fails. */
async function session(): Promise<void> {
  const { client, startSession } = await import('#sync/session.ts');
  // An error is ignored here: the workspace starts the session as well, and reports errors.
  startSession().catch(() => undefined);
  await Promise.race([client.restored, new Promise((resolve) => setTimeout(resolve, DISK_MS))]);
}
/** The limit for a disk that does not answer. */
const DISK_MS = 1000;
const Shell = screen(async () => (await import('#app/shell/Shell.tsx')).Shell, loadTexts);
const DashboardRoute = screen(mainScreens.dashboard, loadTaskTexts);
const CalendarRoute = screen(async () => (await import('#app/routes/CalendarRoute.tsx')).CalendarRoute);
const FavoritesRoute = screen(async () => (await import('#app/routes/FavoritesRoute.tsx')).FavoritesRoute);
const InboxRoute = screen(async () => (await import('#app/routes/InboxRoute.tsx')).InboxRoute);
const FilesRoute = screen(async () => (await import('#app/routes/FilesRoute.tsx')).FilesRoute);
const ApplicationScreen = screen(async () => (await import('#features/apps/ApplicationScreen.tsx')).ApplicationScreen);
const AppRoute = screen(async () => (await import('#app/routes/AppRoute.tsx')).AppRoute);
const SingleApp = screen(async () => (await import('#app/routes/AppRoute.tsx')).SingleApp);
const ApprovalsRoute = screen(async () => (await import('#app/routes/ApprovalsRoute.tsx')).ApprovalsRoute);
const SingleApproval = screen(async () => (await import('#app/routes/ApprovalsRoute.tsx')).SingleApproval);
const YearRoute = screen(async () => (await import('#app/routes/YearRoute.tsx')).YearRoute);
const SetupRoute = screen(async () => (await import('#app/routes/SetupRoute.tsx')).SetupRoute);
const ReportsRoute = screen(async () => (await import('#app/routes/ReportsRoute.tsx')).ReportsRoute);
const ShareRoute = screen(async () => (await import('#app/routes/ShareRoute.tsx')).ShareRoute);
const MessengerRoute = screen(mainScreens.messenger, loadTexts);
const ProjectRoute = screen(mainScreens.project, loadTaskTexts);
const InviteScreen = screen(async () => (await import('#features/invite/InviteScreen.tsx')).InviteScreen);
const SettingsScreen = screen(async () => (await import('#features/settings/SettingsScreen.tsx')).SettingsScreen);
const SingleFile = screen(async () => (await import('#app/routes/SingleFile.tsx')).SingleFile);
const SingleMessageFile = screen(async () => (await import('#app/routes/SingleFileOf.tsx')).SingleMessageFile);
const SingleTaskFile = screen(async () => (await import('#app/routes/SingleFileOf.tsx')).SingleTaskFile);
const SingleTask = screen(async () => (await import('#app/routes/SingleTask.tsx')).SingleTask);
const SingleDialogRoute = screen(async () => (await import('#app/routes/SingleDialogRoute.tsx')).SingleDialogRoute);
const SingleReport = screen(async () => (await import('#app/routes/SingleReport.tsx')).SingleReport);
const SingleReportEditor = screen(async () => (await import('#app/routes/SingleReport.tsx')).SingleReportEditor);
const MeetingRoute = screen(async () => (await import('#app/routes/MeetingRoute.tsx')).MeetingRoute);
const AuthorizeRoute = screen(async () => (await import('#app/routes/AuthorizeRoute.tsx')).AuthorizeRoute);
const AccountDeleted = screen(async () => (await import('#app/routes/AccountDeleted.tsx')).AccountDeleted);
const NotFound = screen(async () => (await import('#app/routes/NotFound.tsx')).NotFound);
const QrConfirm = screen(async () => (await import('#features/signin/QrConfirm.tsx')).QrConfirm);
const AcceptInvitation = screen(async () => (await import('#features/signin/AcceptInvitation.tsx')).AcceptInvitation);
const Unsubscribe = screen(async () => (await import('#features/signin/Unsubscribe.tsx')).Unsubscribe);
const ChoosePassword = screen(async () => (await import('#features/signin/ChoosePassword.tsx')).ChoosePassword);
const ProviderReturn = screen(async () => (await import('#features/signin/ProviderReturn.tsx')).ProviderReturn);
const VerifyEmail = screen(async () => (await import('#features/signin/VerifyEmail.tsx')).VerifyEmail);

const home = () => <Navigate to={storedToken() ? '/manage/dashboard' : '/login'} replace />;

function Login() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const code = search.get('qrcode');
  const target = targetOf(search);
  if (storedToken()) return code ? <QrConfirm code={code} /> : <Navigate to={target} replace />;
  const open = (isNew = false) => void navigate(isNew ? setupFirst(target) : target, { replace: true });
  return <SignInScreen target={target} onDone={open} />;
}

/** A link of the kind `web+atrium:`, which the browser passes to the installed application. */
function OpenLink() {
  const [search] = useSearchParams();
  return <Navigate to={placeOfLink(search.get('link'))} replace />;
}

function FromProvider() {
  const navigate = useNavigate();
  const open = useCallback((target: string) => void navigate(safeReturn(target), { replace: true }), [navigate]);
  return <ProviderReturn onDone={open} />;
}

function FailedScreen() {
  return <ErrorScreen error={useRouteError()} />;
}

/** Path segments joined by dashes name a route: `/manage/project/:projectId` is manage-project. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/manage/dashboard" replace /> },
  { path: 'dashboard', id: 'manage-dashboard', element: <DashboardRoute /> },
  { path: 'calendar', id: 'manage-calendar', element: <CalendarRoute /> },
  { path: 'application', id: 'manage-application', element: <ApplicationScreen /> },
  { path: 'application/:name/:menu?', id: 'manage-application-app', element: <AppRoute /> },
  { path: 'favorite', id: 'manage-favorite', element: <FavoritesRoute /> },
  { path: 'inbox', id: 'manage-inbox', element: <InboxRoute /> },
  { path: 'approve/:approvalId?/:action?', id: 'manage-approve', element: <ApprovalsRoute /> },
  { path: 'report/:reportId?/:action?', id: 'manage-report', element: <ReportsRoute /> },
  { path: 'setup', id: 'manage-setup', element: <SetupRoute /> },
  { path: 'year', id: 'manage-year', element: <YearRoute /> },
  { path: 'file/:folderId?/:fileId?', id: 'manage-file', element: <FilesRoute /> },
  { path: 'share', id: 'manage-share', element: <ShareRoute /> },
  { path: 'messenger/:dialogAction?', id: 'manage-messenger', element: <MessengerRoute /> },
  { path: 'project/invite/:inviteId?', id: 'manage-project-invite', element: <InviteScreen /> },
  { path: 'project/:projectId?', id: 'manage-project', element: <ProjectRoute /> },
  { path: 'setting/:page?', id: 'manage-setting', element: <SettingsScreen /> },
  { path: '*', id: 'manage-404', element: <NotFound /> },
];

const screens: RouteObject[] = [
  { path: '/', id: 'index', element: home() },
  { path: '/pro', id: 'pro', element: home() },
  { path: '/login', id: 'login', element: <Login /> },
  { path: '/open', id: 'open', element: <OpenLink /> },
  { path: '/token', id: 'token', element: home() },
  { path: '/preload', id: 'preload', element: home() },
  { path: '/single/invitation', id: 'single-invitation', element: <AcceptInvitation /> },
  { path: '/single/unsubscribe', id: 'single-unsubscribe', element: <Unsubscribe /> },
  { path: '/single/password', id: 'single-password', element: <ChoosePassword /> },
  { path: '/single/deleted', id: 'single-deleted', element: <AccountDeleted /> },
  { path: '/single/valid/email', id: 'single-valid-email', element: <VerifyEmail /> },
  { path: '/single/sso', id: 'single-sso', element: <FromProvider /> },
  { path: '/oauth/authorize', id: 'oauth-authorize', element: <AuthorizeRoute /> },
  { path: '/single/task/content/:taskId', id: 'single-task-content', element: <SingleTask only="content" /> },
  { path: '/single/task/:taskId', id: 'single-task', element: <SingleTask /> },
  { path: '/single/file/msg/:msgId', id: 'single-file-msg', element: <SingleMessageFile /> },
  { path: '/single/file/task/:fileId', id: 'single-file-task', element: <SingleTaskFile /> },
  { path: '/single/file/:codeOrFileId', id: 'single-file', element: <SingleFile /> },
  { path: '/single/dialog/:dialogId', id: 'single-dialog', element: <SingleDialogRoute /> },
  { path: '/single/report/edit/:reportEditId', id: 'single-report-edit', element: <SingleReportEditor /> },
  { path: '/single/report/detail/:reportDetailId', id: 'single-report-detail', element: <SingleReport /> },
  { path: '/single/approve/:approvalId', id: 'single-approve', element: <SingleApproval /> },
  { path: '/single/apps/:name/:menu?', id: 'single-apps', element: <SingleApp /> },
  { path: '/single/meeting/:meetingId?/:sharekey?', id: 'single-meeting', element: <MeetingRoute isSingle /> },
  { path: '/meeting/:meetingId?/:sharekey?', id: 'meeting', element: <MeetingRoute /> },
  // This boundary keeps the navigation if only the page beside it fails.
  {
    path: '/manage',
    id: 'manage',
    element: <Shell />,
    children: [{ errorElement: <FailedScreen />, children: pages }],
  },
  {
    path: '*',
    id: '404',
    element: (
      <main style={{ height: '100%' }}>
        <NotFound />
      </main>
    ),
  },
];

const routes: RouteObject[] = [{ errorElement: <FailedScreen />, children: screens }];

/** Puts the route's name on the page, for styles and tests. */
const nameRoute = ({ matches }: ReturnType<typeof createBrowserRouter>['state']) => {
  const { route, params } = matches.at(-1) ?? {};
  const page = route?.id === 'manage-setting' ? params?.['page'] : undefined;
  document.documentElement.dataset['route'] = [route?.id, page].filter(Boolean).join('-');
};

/** Makes the router. Shells load the client from a file, so their addresses are in the hash. */
export function createRouter() {
  const router = host.router === 'hash' ? createHashRouter(routes) : createBrowserRouter(routes);
  nameRoute(router.state);
  router.subscribe(nameRoute);
  return router;
}

/** The screen of the page's address. */
export function RouterScreens() {
  const [router] = useState(createRouter);
  return <RouterProvider router={router} />;
}

/**
 * Loads the frame, the screen and the session in parallel: each would otherwise be requested only once the previous one
 * is drawn. Resolves once the first page's code has loaded or failed.
 */
export async function prefetchScreen(place: string): Promise<void> {
  const room = storedToken() && mainScreenAt(place);
  if (!room) return;
  const parts = { messenger: MessengerRoute, project: ProjectRoute, dashboard: DashboardRoute };
  // Errors are ignored here: the code that needs these requests them again, and reports errors.
  await Promise.allSettled([Shell.fetch(), parts[room].fetch(), session()]);
}
