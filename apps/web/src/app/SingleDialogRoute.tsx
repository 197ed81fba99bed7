import { Navigate, useLocation, useParams } from 'react-router';
import { SingleDialogScreen } from '#features/messenger/SingleDialogScreen.tsx';
import { storedToken } from '#sync/api.ts';
import { useClientState } from '#sync/useClient.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { useOverlays } from './overlays.ts';
import classes from './Shell.module.css';
import { ShellModals } from './ShellModals.tsx';
import { useSession } from './useSession.ts';

/** One conversation in a window of its own. */
export function SingleDialogRoute() {
  const { pathname } = useLocation();
  const { dialogId } = useParams();
  if (!storedToken()) return <Navigate to={`/login?from=${encodeURIComponent(pathname)}`} replace />;
  return <Signed key={dialogId} dialogId={Number(dialogId)} />;
}

function Signed({ dialogId }: { dialogId: number }) {
  useSession();
  const state = useClientState();
  const overlays = useOverlays();
  return (
    <div className={classes.shell}>
      <div className={classes.column}>
        <ConnectionBanner state={state} />
        <main id="main" className={classes.main} tabIndex={-1}>
          <SingleDialogScreen dialogId={dialogId} onPerson={overlays.openPerson} />
        </main>
      </div>
      <ShellModals />
    </div>
  );
}
