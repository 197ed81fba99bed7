import { Text } from '@mantine/core';
import { workspace } from '#sync/account.ts';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';

const clockIn = (zone: string | undefined, at: Date) =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(zone && { timeZone: zone }),
  }).format(at);

/** The time in the workspace's time zone, if it has one that differs from the reader's. `at`: now, on the wire's clock. */
export function ServerClock({ at }: { at: string }) {
  const zone = workspace()?.server_timezone;
  // UTC says nothing of where people work.
  if (!zone || zone === 'UTC') return null;
  const now = parseWire(at);
  const there = clockIn(zone, now);
  if (there === clockIn(undefined, now)) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('dashboard.server_clock', { time: there, zone })}
    </Text>
  );
}
