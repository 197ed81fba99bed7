import type { ClientState } from '@atrium/client/client.ts';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useUnsentCount } from '#app/offline/unsentChanges.ts';
import { useSendLater } from '#app/offline/useSendLater.ts';
import { useOverlays } from '#app/overlays/overlays.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Shell.module.css';

/** The banner appears after this time, because a short loss needs no notice. */
const PATIENCE_MS = 2500;
/** The time a successful connection takes; the client itself retries every 3 s. */
const CHECK_MS = 1500;

/** A discreet banner: reading and writing continue, and everything is sent when the server is back. */
export function ConnectionBanner({ state }: { state: ClientState }) {
  const [isShown, setShown] = useState(false);
  const [isIgnored, setIgnored] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const waiting = useUnsentCount();
  useSendLater(state === 'offline' && waiting > 0);
  useEffect(() => {
    if (state !== 'offline') {
      setShown(false);
      setIgnored(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isShown || isIgnored) return null;
  const check = async () => {
    setChecking(true);
    await client.handshake();
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    setChecking(false);
    if (client.state === 'offline') notify(t('net.failed'), { kind: 'error' });
  };
  return (
    <div className={classes.banner} role="status">
      <IconCloudOff size={16} stroke={1.75} />
      <span>{t('net.banner')}</span>
      {waiting > 0 && (
        <Button size="compact-xs" variant="white" onClick={() => useOverlays.getState().open('unsent')}>
          {t('net.waiting', { number: waiting })}
        </Button>
      )}
      <Button size="compact-xs" variant="white" loading={isChecking} onClick={() => void check()}>
        {t('net.check')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIgnored(true)}>
        {t('net.ignore')}
      </Button>
    </div>
  );
}
