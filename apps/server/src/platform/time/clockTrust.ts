import { sql } from 'kysely';
import type { App } from '../app.ts';

const HOUR_MS = 3_600_000;
const LEAP_MS = 3 * 86_400_000;
const WAIT_MS = 86_400_000;
const leaps = new WeakMap<App, number>();

/**
 * True if data may be deleted by age. A clock that jumped while this server runs is not trusted, nor one that is days
 * ahead of the last time recorded by a server, until a day has passed: a server that was off for a while deletes a day
 * later, and one with a wrong clock deletes nothing that it would need again.
 */
export async function isClockTrusted(app: App): Promise<boolean> {
  if (Math.abs(app.clock.drift) > HOUR_MS) return false;
  const { rows } = await sql<{ before: string | null }>`
    with old as (select value from meta where name = 'housekeeping_at')
    insert into meta values ('housekeeping_at', ${String(Date.now())})
    on conflict (name) do update set value = excluded.value
    returning (select value from old) as before`.execute(app.db);
  const before = Number(rows[0]?.before ?? Date.now());
  if (Date.now() - before > LEAP_MS) leaps.set(app, performance.now());
  const leaptAt = leaps.get(app);
  return leaptAt === undefined || performance.now() - leaptAt > WAIT_MS;
}
