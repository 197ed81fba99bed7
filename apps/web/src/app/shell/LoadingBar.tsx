import type { ClientState } from '@atrium/client/client.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './LoadingBar.module.css';

/** The bar appears after this time, because faster loading needs none. */
const PATIENCE_MS = 200;
/** A failure is shown for this long; the banner has the details. */
const FAILED_MS = 2500;

/** A line at the top: green while the workspace loads, red if that failed. */
export function LoadingBar({ state }: { state: ClientState }) {
  const [shown, setShown] = useState<'green' | 'red' | null>(null);
  const before = useRef(state);
  useEffect(() => {
    const hasFailed = before.current === 'loading' && state === 'offline';
    before.current = state;
    if (hasFailed) setShown('red');
    else if (state !== 'loading') setShown(null);
    if (!hasFailed && state !== 'loading') return;
    const timer = hasFailed
      ? setTimeout(() => setShown(null), FAILED_MS)
      : setTimeout(() => setShown('green'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (!shown) return null;
  return (
    <div
      className={classes.bar}
      {...(shown === 'green' ? { role: 'status', 'aria-label': t('state.loading') } : { 'aria-hidden': true })}
      data-moving={shown === 'green' || undefined}
      style={{ background: `var(--${shown})` }}
    />
  );
}
