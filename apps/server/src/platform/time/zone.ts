import { fail } from '../fail.ts';
import { SERVER_TIMEZONE } from './time.ts';

/** The time zone of a person; the server's if theirs is '' or no longer known to this server. */
export function readerZone({ timezone }: { timezone: string }): string {
  try {
    return zoneOf(timezone);
  } catch {
    return SERVER_TIMEZONE;
  }
}

/** The canonical name of a time zone; without a name, that of the server. @throws parameter  if it is unknown */
export function zoneOf(name: string | undefined): string {
  if (!name) return SERVER_TIMEZONE;
  // Offsets such as +02:00 are refused, because PostgreSQL reads them with the opposite sign.
  if (!/^[A-Za-z]/.test(name)) throw fail('parameter', { name: 'timezone' });
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw fail('parameter', { name: 'timezone' });
  }
}
