import { fail } from '../fail.ts';
import { SERVER_TIMEZONE } from './time.ts';

/** The canonical name of a time zone; the server's without one. @throws parameter  if it is unknown */
export function zoneOf(name: string | undefined): string {
  if (!name) return SERVER_TIMEZONE;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw fail('parameter', { name: 'timezone' });
  }
}
