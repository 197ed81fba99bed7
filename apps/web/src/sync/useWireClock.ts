import { type WireClock, wireClock } from '@atrium/client/live/wireClock.ts';
import { dashboardTickMs } from '@atrium/client/store/select.ts';
import { useEffect, useState } from 'react';
import { nowDate } from './clock.ts';

/** The wire's clock, ticking at the interval of countdowns. */
export function useWireClock(): WireClock {
  const [clock, setClock] = useState(() => wireClock(nowDate()));
  useEffect(() => {
    const timer = setTimeout(() => setClock(wireClock(nowDate())), dashboardTickMs(nowDate().getSeconds()));
    return () => clearTimeout(timer);
  }, [clock]);
  return clock;
}
