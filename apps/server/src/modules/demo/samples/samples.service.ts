import type { Samples } from '@atrium/contract/workspace/samples.ts';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { countOwn, findSet, insertSet, listItems, updateSet } from './samples.queries.ts';
import { STEPS } from './steps.ts';

/**
 * The states are: none -> `adding` -> `there` -> `removing` -> none. Adding and removing are jobs of several
 * transactions, each of which records what it did, so that an interrupted job continues where it stopped. `removing`
 * can follow `adding` too.
 */
export const ADD_JOB = 'add_samples';
export const REMOVE_JOB = 'remove_samples';

export async function samplesOf({ tx }: View): Promise<Samples> {
  const set = await findSet(tx);
  const people = set ? await listItems(tx, set.id, 'user') : [];
  return {
    state: set?.state ?? 'none',
    is_failed: set?.is_failed ?? false,
    done: set?.done ?? 0,
    total: STEPS.length,
    people: people.length,
    own: set ? await countOwn(tx, set.id) : { tasks: 0, messages: 0, files: 0 },
  };
}

/** Adds the samples once. @throws samples.removing */
export async function addSamples(work: Work): Promise<Samples> {
  const { tx, caller } = work;
  const isNew = await insertSet(tx, caller.userid, caller.lang);
  const set = await findSet(tx, { lock: true });
  if (set?.state === 'removing') throw fail('samples.removing');
  if (isNew || set?.is_failed) {
    // The person who first added the samples may have left.
    if (set) await updateSet(tx, set.id, { is_failed: false, userid: caller.userid });
    work.audit({ action: 'samples.added' });
    work.enqueue(ADD_JOB, {});
  }
  return samplesOf(work);
}

export async function removeSamples(work: Work): Promise<Samples> {
  const set = await findSet(work.tx, { lock: true });
  if (!set) return samplesOf(work);
  if (set.state !== 'removing' || set.is_failed) {
    // Content that real people created with a sample person goes to the administrator who removes the samples.
    await updateSet(work.tx, set.id, { state: 'removing', is_failed: false, userid: work.caller.userid });
    work.audit({ action: 'samples.removed', detail: { own: await countOwn(work.tx, set.id) } });
    work.enqueue(REMOVE_JOB, {});
  }
  return samplesOf(work);
}
