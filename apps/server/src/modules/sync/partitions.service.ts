import type { App } from '#platform/app';
import {
  createPartition,
  deleteOldDefaultEvents,
  deleteOldMutations,
  dropPartition,
  listPartitions,
} from './partitions.queries.ts';
import { KEPT_DAYS } from './replay.service.ts';

const dayAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const nameOf = (day: string) => `events_${day.replaceAll('-', '')}`;

/** Creates the event log's partitions for today and the next two days. Safe to run at any time. */
export async function makePartitions({ db }: App, now = new Date()): Promise<void> {
  for (const offset of [0, 1, 2]) {
    const name = nameOf(dayAfter(now, offset));
    // If the default partition has rows of that day already, it continues to hold that day.
    await createPartition(db, name, dayAfter(now, offset), dayAfter(now, offset + 1));
  }
}

/** Drops expired partitions of the event log, and stored answers to writes that nobody repeats anymore. */
export async function dropOldPartitions({ db }: App, now = new Date()): Promise<void> {
  const rows = await listPartitions(db);
  const oldest = nameOf(dayAfter(now, -KEPT_DAYS));
  for (const { name } of rows) if (name < oldest) await dropPartition(db, name);
  await deleteOldDefaultEvents(db);
  await deleteOldMutations(db);
}
