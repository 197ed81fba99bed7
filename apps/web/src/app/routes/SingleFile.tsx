import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import classes from '#app/shell/Shell.module.css';
import { SingleFileScreen } from '#features/files/document/SingleFileScreen.tsx';
import { client } from '#sync/session.ts';
import { storedToken } from '#sync/token.ts';
import { SingleWindow } from './SingleWindow.tsx';

/** One file in a separate window, by its id or by the code of a link. */
export function SingleFile() {
  const { codeOrFileId = '' } = useParams();
  const { pathname } = useLocation();
  useEffect(() => {
    if (storedToken()) client.reportPath(pathname);
  }, [pathname]);
  const navigate = useNavigate();
  const signIn = useCallback(
    () => void navigate(`/login?from=${encodeURIComponent(pathname)}`, { replace: true }),
    [navigate, pathname],
  );
  const isNumber = /^\d{1,9}$/.test(codeOrFileId);
  const handle = isNumber ? Number(codeOrFileId) : codeOrFileId;
  const screen = <SingleFileScreen key={codeOrFileId} handle={handle} {...(!storedToken() && { onSignIn: signIn })} />;
  if (isNumber || storedToken()) return <SingleWindow>{screen}</SingleWindow>;
  return (
    <div className={classes.shell}>
      <div className={classes.column}>
        <main id="main" className={classes.main} tabIndex={-1}>
          {screen}
        </main>
      </div>
    </div>
  );
}
