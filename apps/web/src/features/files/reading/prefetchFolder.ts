import { type DriveFile, driveLists } from '@atrium/contract/files/drive.ts';
import { client } from '#sync/session.ts';

/**
 * As many files as a list asks for first: more than a screen shows, few enough to be there at once, and so many that
 * the list draws only those in sight (`useNearRows`).
 */
export const FIRST = 240;
/** Nobody waits longer between pointing and clicking. */
const FRESH_MS = 5000;

interface Prefetched {
  id: number;
  /** For whom; another person may sign in on the same page. */
  userid: number;
  at: number;
  answer: Promise<DriveFile[]>;
}
let prefetched: Prefetched | null = null;
let stop: (() => void) | undefined;

const forget = () => {
  prefetched = null;
  stop?.();
  stop = undefined;
};

const readerId = () => client.user?.userid ?? 0;
const isOf = (id: number) =>
  prefetched?.id === id && prefetched.userid === readerId() && performance.now() - prefetched.at < FRESH_MS;

export const readFirst = (id: number): Promise<DriveFile[]> => client.api.read(driveLists, { pid: id, take: FIRST });

/** Begins to read a folder that is about to be opened. Any change of files makes it worthless. */
export function prefetchFolder(id: number): void {
  if (isOf(id)) return;
  forget();
  const answer = readFirst(id);
  // It is read again when the folder is opened, and its error is shown there.
  answer.catch(() => prefetched?.answer === answer && forget());
  prefetched = { id, userid: readerId(), at: performance.now(), answer };
  stop = client.onTopic((topic) => (topic === 'drive' || topic === 'written') && forget());
}

/** The answer that was prefetched for this folder. It is returned once. */
export function takePrefetched(id: number): Promise<DriveFile[]> | undefined {
  const found = isOf(id) ? prefetched?.answer : undefined;
  if (found) forget();
  return found;
}
