import { Navigate, useLocation } from 'react-router';
import { AuthorizeScreen } from '#features/authorize/AuthorizeScreen.tsx';
import { storedToken } from '#sync/token.ts';
import { SingleWindow } from './SingleWindow.tsx';

/** The page at which applications ask for access. After signing in, people return to it with all its parameters. */
export function AuthorizeRoute() {
  const { pathname, search } = useLocation();
  if (!storedToken()) return <Navigate to={`/login?from=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <SingleWindow>
      <AuthorizeScreen />
    </SingleWindow>
  );
}
