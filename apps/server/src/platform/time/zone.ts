import { fail } from '../fail.ts';
import { SERVER_TIMEZONE } from './time.ts';

/** The zone of a person whose own may be '' or one that this server no longer knows: then the server's. */
export function readerZone({ timezone }: { timezone: string }): string {
  try {
    return zoneOf(timezone);
  } catch {
    return SERVER_TIMEZONE;
  }
}

/** The canonical name of a time zone; the server's without one. @throws parameter  if it is unknown */
export function zoneOf(name: string | undefined): string {
  if (!name) return SERVER_TIMEZONE;
  // PostgreSQL reads offsets such as +02:00 with the opposite sign.
  if (!/^[A-Za-z]/.test(name)) throw fail('parameter', { name: 'timezone' });
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw fail('parameter', { name: 'timezone' });
  }
}
