import type { ClientState } from '@atrium/client/client.ts';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './Shell.module.css';

/** A short loss heals itself and needs no word. */
const PATIENCE_MS = 2500;

/** A quiet line, not a wall: reading and writing go on, and everything is sent when the server is back. */
export function ConnectionBanner({ state }: { state: ClientState }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (state !== 'offline') return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isShown) return null;
  return (
    <div className={classes.banner} role="status">
      <IconCloudOff size={16} stroke={1.75} />
      {t('state.offline')}
    </div>
  );
}
