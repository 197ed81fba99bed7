import { lazy } from 'react';
import {
  createBrowserRouter,
  createHashRouter,
  Navigate,
  type RouteObject,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { SignInScreen } from '#features/signin/SignInScreen.tsx';
import { host } from '#host/browser.ts';
import { storedToken } from '#sync/api.ts';
import { safeReturn } from './returnTo.ts';

const Shell = lazy(() => import('./Shell.tsx').then((module) => ({ default: module.Shell })));
const DashboardRoute = lazy(() =>
  import('./DashboardRoute.tsx').then((module) => ({ default: module.DashboardRoute })),
);
const CalendarRoute = lazy(() => import('./CalendarRoute.tsx').then((module) => ({ default: module.CalendarRoute })));
const FavoritesRoute = lazy(() =>
  import('./FavoritesRoute.tsx').then((module) => ({ default: module.FavoritesRoute })),
);
const MessengerRoute = lazy(() =>
  import('./MessengerRoute.tsx').then((module) => ({ default: module.MessengerRoute })),
);
const ProjectRoute = lazy(() => import('./ProjectRoute.tsx').then((module) => ({ default: module.ProjectRoute })));
const InviteScreen = lazy(() =>
  import('#features/invite/InviteScreen.tsx').then((module) => ({ default: module.InviteScreen })),
);
const SettingsScreen = lazy(() =>
  import('#features/settings/SettingsScreen.tsx').then((module) => ({ default: module.SettingsScreen })),
);
const SingleTask = lazy(() => import('./SingleTask.tsx').then((module) => ({ default: module.SingleTask })));
const SingleDialogRoute = lazy(() =>
  import('./SingleDialogRoute.tsx').then((module) => ({ default: module.SingleDialogRoute })),
);
const NotFound = lazy(() => import('./NotFound.tsx').then((module) => ({ default: module.NotFound })));
const VerifyEmail = lazy(() =>
  import('#features/signin/VerifyEmail.tsx').then((module) => ({ default: module.VerifyEmail })),
);

const home = () => <Navigate to={storedToken() ? '/manage/dashboard' : '/login'} replace />;

function Login() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const target = safeReturn(search.get('from'));
  if (storedToken()) return <Navigate to={target} replace />;
  return <SignInScreen onDone={() => void navigate(target, { replace: true })} />;
}

/** Path segments joined by dashes name a route: `/manage/project/:projectId` is manage-project. */
const routes: RouteObject[] = [
  { path: '/', id: 'index', element: home() },
  { path: '/pro', id: 'pro', element: home() },
  { path: '/login', id: 'login', element: <Login /> },
  { path: '/token', id: 'token', element: home() },
  { path: '/preload', id: 'preload', element: home() },
  { path: '/single/valid/email', id: 'single-valid-email', element: <VerifyEmail /> },
  { path: '/single/task/content/:taskId', id: 'single-task-content', element: <SingleTask only="content" /> },
  { path: '/single/task/:taskId', id: 'single-task', element: <SingleTask /> },
  { path: '/single/dialog/:dialogId', id: 'single-dialog', element: <SingleDialogRoute /> },
  {
    path: '/manage',
    id: 'manage',
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to="/manage/dashboard" replace /> },
      { path: 'dashboard', id: 'manage-dashboard', element: <DashboardRoute /> },
      { path: 'calendar', id: 'manage-calendar', element: <CalendarRoute /> },
      { path: 'favorite', id: 'manage-favorite', element: <FavoritesRoute /> },
      { path: 'messenger/:dialogAction?', id: 'manage-messenger', element: <MessengerRoute /> },
      { path: 'project/invite/:inviteId?', id: 'manage-project-invite', element: <InviteScreen /> },
      { path: 'project/:projectId?', id: 'manage-project', element: <ProjectRoute /> },
      { path: 'setting/:page?', id: 'manage-setting', element: <SettingsScreen /> },
      { path: '*', id: 'manage-404', element: <NotFound /> },
    ],
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

/** Shells load the client from a file: their addresses stand behind a hash. */
export const router = host.router === 'hash' ? createHashRouter(routes) : createBrowserRouter(routes);

/** The page carries its route's name, for styles and for whoever looks from outside. */
const nameRoute = ({ matches }: typeof router.state) => {
  const { route, params } = matches.at(-1) ?? {};
  const page = route?.id === 'manage-setting' ? params?.['page'] : undefined;
  document.documentElement.dataset['route'] = [route?.id, page].filter(Boolean).join('-');
};
nameRoute(router.state);
router.subscribe(nameRoute);
