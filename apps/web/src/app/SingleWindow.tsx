import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { storedToken } from '#sync/token.ts';
import { useClientState } from '#sync/useClient.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import classes from './Shell.module.css';
import { ShellModals } from './ShellModals.tsx';
import { useSession } from './useSession.ts';

/** A screen in a window of its own, without the sidebar, for whoever is signed in. */
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
