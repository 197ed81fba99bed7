import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ShellModals } from '#app/overlays/ShellModals.tsx';
import { useSession } from '#app/session/useSession.ts';
import { ConnectionBanner } from '#app/shell/ConnectionBanner.tsx';
import classes from '#app/shell/Shell.module.css';
import { useClientState } from '#sync/store/useClient.ts';
import { storedToken } from '#sync/token.ts';

/** A screen in a separate window, without the sidebar, for signed-in people. */
export function SingleWindow({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  if (!storedToken()) return <Navigate to={`/login?from=${encodeURIComponent(pathname)}`} replace />;
  return <Signed>{children}</Signed>;
}

function Signed({ children }: { children: ReactNode }) {
  useSession();
  const state = useClientState();
  return (
    <div className={classes.shell}>
      <div className={classes.column}>
        <ConnectionBanner state={state} />
        <main id="main" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <ShellModals />
    </div>
  );
}
