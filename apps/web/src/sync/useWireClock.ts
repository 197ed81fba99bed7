import { dashboardTickMs } from '@atrium/client/select.ts';
import { type WireClock, wireClock } from '@atrium/client/wireClock.ts';
import { useEffect, useState } from 'react';

/** The wire's clock, ticking as the countdowns do. */
export function useWireClock(): WireClock {
  const [clock, setClock] = useState(() => wireClock(new Date()));
  useEffect(() => {
    const timer = setTimeout(() => setClock(wireClock(new Date())), dashboardTickMs(new Date().getSeconds()));
    return () => clearTimeout(timer);
  }, [clock]);
  return clock;
}
