import type { InputOf } from '@atrium/contract/kit.ts';
import type { FirstSteps, userFirstSteps } from '@atrium/contract/people/profile.ts';
import type { Work } from '#platform/work';
import { firstStepsOf } from './present.service.ts';
import { keepStep, storeStartChoice } from './profile.queries.ts';

/**
 * Stores the first steps that a person has taken. No event is sent: other devices read it with the profile when they
 * connect.
 */
export async function keepFirstSteps(
  work: Work,
  { step, tour, start_hidden }: InputOf<typeof userFirstSteps>,
): Promise<FirstSteps> {
  const { userid, identity } = work.caller;
  if (step) await keepStep(work.tx, step, { userid, isAdmin: identity.includes('admin') });
  return firstStepsOf(await storeStartChoice(work.tx, userid, { tour, isHidden: start_hidden }));
}
