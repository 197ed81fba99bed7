import { sql } from 'kysely';
import type { View } from '#platform/work';

/**
 * A place in the event log: `<database>.<transaction>.<unix seconds>`. Every transaction below the named one had ended
 * when the cursor was made, so nothing committed later can hide behind it. Event ids could not promise that: they are
 * given out before commit.
 */
export interface Cursor {
  instance: string;
  xid: string;
  seconds: number;
}

export async function makeCursor(tx: View['tx']): Promise<string> {
  const { rows } = await sql<{ instance: string; xid: string; seconds: number }>`
    select (select value from meta where name = 'instance') as instance,
      pg_snapshot_xmin(pg_current_snapshot())::text as xid, extract(epoch from now())::int as seconds`.execute(tx);
  const row = rows[0];
  return row ? `${row.instance}.${row.xid}.${row.seconds}` : '';
}

export function parseCursor(text: string): Cursor | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,20})\.(\d{1,12})$/.exec(text);
  return match?.[1] && match[2] ? { instance: match[1], xid: match[2], seconds: Number(match[3]) } : null;
}
