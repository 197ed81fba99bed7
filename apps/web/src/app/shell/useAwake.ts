import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { moveQuietHours } from '#entities/notification/notification.actions.ts';
import { client } from '#sync/session.ts';

/** A window that comes to the front has enough to do at first. */
const AWAKE_MS = 600;

const zoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * What happens when the window is in front again: a theme that follows the system follows it, the reader may have come
 * to another time zone, and a moment later the connection is looked after. Answers with the time zone.
 */
export function useAwake(): string {
  const [zone, setZone] = useState(zoneNow);
  // By a reference: a timer that has begun must not end because the theme has just been followed.
  const theme = useMantineColorScheme();
  const scheme = useRef(theme);
  useEffect(() => {
    scheme.current = theme;
  });
  useEffect(() => {
    let timer = 0;
    const awake = () => {
      if (document.visibilityState !== 'visible') return;
      // A theme change while this window slept was not reported.
      const { colorScheme, setColorScheme } = scheme.current;
      if (colorScheme === 'auto') setColorScheme('auto');
      setZone(zoneNow());
      clearTimeout(timer);
      timer = window.setTimeout(() => void client.wake(), AWAKE_MS);
    };
    document.addEventListener('visibilitychange', awake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', awake);
    };
  }, []);
  useEffect(() => {
    void moveQuietHours(zone);
  }, [zone]);
  return zone;
}
