import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { moveQuietHours } from '#entities/notification/notification.actions.ts';
import { client } from '#sync/session.ts';

/** The connection is checked after this time, because a window that comes to the front is busy at first. */
const AWAKE_MS = 600;

const zoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * When the window returns to the front, applies the system's theme, updates the time zone, and checks the connection a
 * moment later. Returns the time zone.
 */
export function useWindowReturn(): string {
  const [zone, setZone] = useState(zoneNow);
  // The theme is in a ref, so that a running timer does not restart when the theme changes.
  const theme = useMantineColorScheme();
  const scheme = useRef(theme);
  useEffect(() => {
    scheme.current = theme;
  });
  useEffect(() => {
    let timer = 0;
    const awake = () => {
      if (document.visibilityState !== 'visible') return;
      // The theme is set again, because a change while this window slept was not reported.
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
