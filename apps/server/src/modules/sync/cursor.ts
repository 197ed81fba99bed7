import type { View } from '#platform/work';
import { type Cursor, findCurrentEpoch, findCursor, isInCurrentHistory } from './cursor.queries.ts';

type Tx = View['tx'];

export const cursorText = ({ epoch, xid, seconds, id }: Cursor) => `${epoch}.${xid}.${seconds}.${id}`;

/** A cursor for the present. */
export async function makeCursor(tx: Tx): Promise<string> {
  const row = await findCursor(tx);
  if (!row) throw new Error('the event log gave no answer');
  return cursorText(row);
}

export async function currentEpoch(tx: Tx): Promise<string> {
  return (await findCurrentEpoch(tx)) ?? '';
}

export function parseCursor(text: string): Cursor | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,20})\.(\d{1,12})\.(\d{1,15})$/.exec(text);
  if (!match?.[1] || !match[2]) return null;
  return { epoch: match[1], xid: match[2], seconds: Number(match[3]), id: Number(match[4]) };
}

/**
 * True if a client that has seen events up to `seen` can resume from this cursor: its epoch is known, and those events
 * are part of this database's history.
 */
export async function isOfThisHistory(tx: Tx, { epoch, id }: Cursor, seen: number): Promise<boolean> {
  return isInCurrentHistory(tx, epoch, id, seen);
}
