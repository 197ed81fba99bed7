import { dashboardTickMs } from '@atrium/client/select.ts';
import { useEffect, useState } from 'react';
import { toWire } from './time.ts';

/** The wire's clock, ticking as the countdowns do. */
export function useWireNow(): string {
  const [now, setNow] = useState(() => toWire(new Date()));
  useEffect(() => {
    const timer = setTimeout(() => setNow(toWire(new Date())), dashboardTickMs(new Date().getSeconds()));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
