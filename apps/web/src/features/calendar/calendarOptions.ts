import { deviceZone } from '#entities/user/ZoneSelect.tsx';
import { me } from '#sync/account.ts';

/** The storage key of the options, which are remembered on the device. */
const KEYS = { weeks: 'calendar.weeks', zone: 'calendar.zone', unplanned: 'calendar.unplanned' } as const;

export interface CalendarOptions {
  hasWeeks: boolean;
  /** A second time zone beside the hours; '' without one. */
  zone: string;
  showsUnplanned: boolean;
}

/** Away from home, the zone of one's profile is the second one until another is chosen. */
export function storedOptions(): CalendarOptions {
  const zone = localStorage.getItem(KEYS.zone) ?? homeZone();
  return {
    hasWeeks: localStorage.getItem(KEYS.weeks) !== '0',
    zone: isZone(zone) ? zone : '',
    showsUnplanned: localStorage.getItem(KEYS.unplanned) === '1',
  };
}

export function storeOptions({ hasWeeks, zone, showsUnplanned }: Partial<CalendarOptions>): void {
  if (hasWeeks !== undefined) localStorage.setItem(KEYS.weeks, hasWeeks ? '1' : '0');
  if (zone !== undefined) localStorage.setItem(KEYS.zone, zone);
  if (showsUnplanned !== undefined) localStorage.setItem(KEYS.unplanned, showsUnplanned ? '1' : '0');
}

function homeZone(): string {
  const own = me()?.timezone ?? '';
  return own === deviceZone() ? '' : own;
}

/** A browser may know fewer zones than the device on which one was chosen. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone || 'UTC' }).format(0).length > 0;
  } catch {
    return false;
  }
}
